"""Games and battles that another program refereed, played through the engine's door and compared."""
