"""Languages: what people see, in English and in Esperanto."""
