import ExamplePixels
import Foundation

extension Recipe {
    /// The picture after the edit.
    package func rendering(of picture: Bitmap) -> Bitmap {
        var out = (filter ?? .none).applied(to: picture)
        if let text { Self.write(text, on: &out) }
        return out
    }

    /// Writes a line of text at the lower border, on a dark band; a long one in smaller letters.
    private static func write(_ text: String, on picture: inout Bitmap) {
        let (width, height) = (Double(picture.width), Double(picture.height))
        var size = max(min(width, height) / 14, 7)
        let wanted = Lettering(size: size).width(of: text)
        size *= min(1, width * 0.9 / max(wanted, 1))
        let lettering = Lettering(size: size)
        let band = CGRect(x: 0, y: height - size * 2.4, width: width, height: size * 2.4).integral
        picture.fill(band, .black, share: 0.55)
        let start = CGPoint(
            x: (width - lettering.width(of: text)) / 2,
            y: height - size * 0.8
        )
        picture.write(text, lettering, at: start, .white)
    }
}
