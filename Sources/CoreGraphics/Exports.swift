// On Linux, Foundation defines points, sizes and rectangles.
@_exported public import Foundation
