import Foundation
import PhotosBase
import TransferRules

/// The lines of standard input.
enum RequestInput {
    /// Reads requests until the input ends, on a thread of its own.
    static func readRequests(
        _ receive: @escaping @Sendable (Result<TransferRequest, UnreadableRequest>) -> Void
    ) async {
        try? await BlockingWork.run { _ in
            readLines { line in receive(TransferRequest.decodeLine(line)) }
        }
    }

    private static func readLines(_ receive: (Data) -> Void) {
        var held = Data()
        var isTooLong = false
        while let chunk = try? DescriptorBytes.next(of: STDIN_FILENO), !chunk.isEmpty {
            for part in chunk.split(
                separator: UInt8(ascii: "\n"),
                maxSplits: .max,
                omittingEmptySubsequences: false
            ).enumerated() {
                if part.offset > 0 {
                    if !held.isEmpty { receive(held) }
                    held = Data()
                    isTooLong = false
                }
                // With one byte more than allowed, the reader of requests refuses the line as too long.
                let room = TransferRequest.largestLine + 1 - held.count
                if !isTooLong { held.append(contentsOf: part.element.prefix(room)) }
                isTooLong = held.count > TransferRequest.largestLine
            }
        }
        if !held.isEmpty { receive(held) }
    }
}
