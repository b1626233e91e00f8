"""AlmaTafl, basic and advanced."""
