import Foundation
import PhotosBase
package import PhotosMedia

/// The messages of the worker's programs to users who run them by hand.
package enum WorkerUsage {
    package static let text = """
        usage: photokit-media facts FILE   print what the file says of itself, as JSON
               photokit-media --version    print the versions of the decoders

        Without arguments the program serves a photo library over its standard input.
        """

    package static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// Writes a message about unpacking to the standard output, for the library.
    package static func send(_ message: UnpackMessage) {
        guard let line = try? UnpackCoding.line(message) else { return }
        do throws(SystemError) {
            try DescriptorBytes.write(line, to: STDOUT_FILENO)
        } catch {
            // No process reads the messages any more.
            _exit(1)
        }
    }
}
