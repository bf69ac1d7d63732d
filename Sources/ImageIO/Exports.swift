@_exported public import CPhotosImageIO
@_exported public import CoreGraphics
