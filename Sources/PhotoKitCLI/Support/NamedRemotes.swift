import Foundation
import OpenPhotoKit
import PhotosBase

extension [LibraryRemote] {
    /// The commands that check these remotes.
    var checkCommands: String {
        map { "\"photokit remote check \(ShellWord.operand($0.name))\"" }.joined(separator: ", ")
    }

    /// Returns the remote with a name or an address.
    func named(_ text: String) throws -> LibraryRemote {
        let address = RemoteAddressText.absoluteAddress(text)
        guard let remote = first(where: { $0.name == text || $0.address == address }) else {
            throw CommandFailure(
                .usage,
                "No remote has the name or address \(text). \"photokit remote list\" names them."
            )
        }
        return remote
    }
}

/// Addresses as people write them on a command line.
enum RemoteAddressText {
    /// Returns the absolute path of a path; a URL stays as it is.
    static func absoluteAddress(_ text: String) -> String {
        guard !text.contains("://") else { return text }
        return URL(fileURLWithPath: text, isDirectory: true).standardizedFileURL.path
    }
}
