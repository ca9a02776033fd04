"""The private panel: what there is to decide, to ask and to order ahead, for one person alone."""
