package import CoreGraphics
import Foundation
package import PhotosMedia

extension CGImage {
    /// Returns the pixels turned for display.
    package func turned(by orientation: ImageOrientation) -> CGImage {
        guard orientation != .up else { return self }
        let source = [UInt8](pixels)
        let turn = orientation.coefficients
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        // A coordinate with a negative coefficient counts from the opposite side.
        let startX = turn[0] + turn[2] < 0 ? newWidth - 1 : 0
        let startY = turn[1] + turn[3] < 0 ? newHeight - 1 : 0
        var target = [UInt8](repeating: 0, count: source.count)
        for row in 0..<height {
            for column in 0..<width {
                let x = startX + column * turn[0] + row * turn[2]
                let y = startY + column * turn[1] + row * turn[3]
                let from = (row * width + column) * 4
                let to = (y * newWidth + x) * 4
                for part in 0..<4 { target[to + part] = source[from + part] }
            }
        }
        return CGImage(
            pixels: Data(target),
            width: newWidth,
            height: newHeight,
            sourceType: utType.map { String(describing: $0) }
        ) ?? self
    }
}
