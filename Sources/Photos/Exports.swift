// `import Photos` alone brings what Apple's brings, so that client code keeps its import lines.
@_exported public import CPhotosTypes
@_exported public import CoreLocation
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import UniformTypeIdentifiers
