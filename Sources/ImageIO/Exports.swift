@_exported public import CPhotosImageIO
@_exported public import CoreGraphics
@_exported public import Foundation
