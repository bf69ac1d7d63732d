import Foundation
import PhotosBase
import Synchronization
import TransferRules

/// The lines of standard output.
///
/// Safe on any thread; the mutex keeps lines whole.
enum ReplyOutput {
    private static let order = Mutex(())

    /// Writes a reply.
    ///
    /// If nobody reads replies any more, the program ends.
    static func write(_ reply: TransferReply) {
        let line = reply.line()
        order.withLock { _ in
            do throws(SystemError) {
                try DescriptorBytes.write(line, to: STDOUT_FILENO)
            } catch {
                exit(1)
            }
        }
    }
}
