// Tests that use the support get the makers of pictures and movies with it.
@_exported public import MediaSynthesis
