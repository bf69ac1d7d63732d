// Swift Testing wants a module of this name beside every module named CoreGraphics, to attach its images to tests; on Linux it has
// none. This one adds nothing, so that tests may import both.
