// `import OpenPhotoKit` brings Apple's API along.
@_exported public import Photos
