// Points, sizes and rectangles are Foundation's on Linux.
@_exported public import Foundation
