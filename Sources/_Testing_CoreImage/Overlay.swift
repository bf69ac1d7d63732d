// Swift Testing expects a module of this name next to a module named CoreImage, to attach images to tests. Linux
// has no such module. This empty one lets tests import both.
