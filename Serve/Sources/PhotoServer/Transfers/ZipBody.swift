import Foundation
import Hummingbird
import NIOCore
import ServeRules

/// Writes files into a ZIP while they are read.
enum ZipBody {
    private static let part = 256 << 10

    static func make(_ files: [ZipFile]) -> ResponseBody {
        ResponseBody { writer in
            var zip = ZipRecords()
            for file in files {
                // A file that is away ends the answer: an archive without it must not look whole.
                let source = try await Blocking.run { try OpenFile(file.path) }
                try await writer.write(ByteBuffer(bytes: zip.begin(file.name, file.time)))
                var offset: Int64 = 0
                var checksum = CRC32()
                while true {
                    let start = offset
                    let sum = checksum
                    let (bytes, next) = try await Blocking.run {
                        let bytes = try source.read(part, at: start)
                        var sum = sum
                        sum.add(bytes.readableBytesView)
                        return (bytes, sum)
                    }
                    guard bytes.readableBytes > 0 else { break }
                    checksum = next
                    offset += Int64(bytes.readableBytes)
                    try await writer.write(bytes)
                }
                let end = zip.end(size: UInt64(offset), checksum: checksum.value)
                try await writer.write(ByteBuffer(bytes: end))
            }
            try await writer.write(ByteBuffer(bytes: zip.finish()))
            try await writer.finish(nil)
        }
    }
}
