// `import Photos` also imports these modules, as on Apple's systems, so that client code keeps its import lines.
@_exported public import AVFoundation
@_exported public import CPhotosTypes
@_exported public import CoreGraphics
@_exported public import CoreImage
@_exported public import CoreLocation
@_exported public import CoreMedia
@_exported public import Dispatch
@_exported public import Foundation
// Apple's Foundation has `URLRequest`, which destinations of upload jobs are.
@_exported public import FoundationNetworking
@_exported public import ImageIO
@_exported public import UniformTypeIdentifiers
