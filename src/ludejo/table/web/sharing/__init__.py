"""What is shared with other people and other pages: studies, pictures, frames, previews of links."""
