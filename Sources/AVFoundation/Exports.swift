@_exported public import CoreGraphics
@_exported public import CoreMedia
@_exported public import Foundation
