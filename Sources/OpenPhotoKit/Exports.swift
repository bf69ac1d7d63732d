// `import OpenPhotoKit` also imports Apple's API.
@_exported public import Photos
