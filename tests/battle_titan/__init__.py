"""Battle Titan: the variant of `../shared/titan/VARIANT_BATTLE_TITAN.md`, clause by clause."""
