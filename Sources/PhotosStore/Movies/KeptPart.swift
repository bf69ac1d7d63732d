import Crypto
package import Foundation
import PhotosBase
package import PhotosMedia

/// A part of a made movie in the form of a file: a header that shows whether the file is whole, the layout, and the bytes.
package struct KeptPart: Hashable, Sendable {
    package var layout: MovieLayout
    /// The fragment, or the initialization of a player.
    package var bytes: Data

    package init(layout: MovieLayout, bytes: Data) {
        self.layout = layout
        self.bytes = bytes
    }

    private static let mark = Array("OPKmovie".utf8)
    private static let checksumCount = 32

    /// The largest number of bytes of a file.
    static let mostBytes = MovieRequest.mostBytes + 128

    /// Reads a file; nil if it is damaged, or cut off.
    init?(file: Data) {
        let headerCount = Self.mark.count + Self.checksumCount
        guard file.count > headerCount, file.prefix(Self.mark.count).elementsEqual(Self.mark) else {
            return nil
        }
        let content = file.dropFirst(headerCount)
        let checksum = file.dropFirst(Self.mark.count).prefix(Self.checksumCount)
        guard SHA256.hash(data: content).elementsEqual(checksum),
            content.count > Self.numberCount * 8
        else { return nil }
        var reader = ByteReader(Array(content.prefix(Self.numberCount * 8)))
        var numbers: [Int] = []
        for _ in 0..<Self.numberCount {
            guard let number = try? reader.number(Int64.self, endian: .little) else { return nil }
            numbers.append(Int(number))
        }
        layout = MovieLayout(
            ticks: numbers[0],
            width: numbers[1],
            height: numbers[2],
            level: numbers[3],
            soundRate: numbers[4]
        )
        bytes = Data(content.dropFirst(Self.numberCount * 8))
    }

    private static let numberCount = 5

    /// The bytes of the file.
    var file: Data {
        let numbers = [
            layout.ticks, layout.width, layout.height, layout.level, layout.soundRate,
        ]
        let content =
            ByteWriter { writer in
                for number in numbers { writer.number(Int64(number), endian: .little) }
            }.bytes + bytes
        return Data(Self.mark) + Data(SHA256.hash(data: content)) + content
    }
}
