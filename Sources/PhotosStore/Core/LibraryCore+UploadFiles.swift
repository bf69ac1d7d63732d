import Crypto
import Foundation
import PhotosPaths

extension LibraryCore {
    /// The files of the library's upload jobs.
    ///
    /// The name of their folder has the identity of the database file. A copy of the library has another one, on this computer
    /// and elsewhere.
    func uploadFiles() throws -> UploadFiles {
        if let temporaryFolder {
            return UploadFiles(
                folder: temporaryFolder.appendingPathComponent("uploads", isDirectory: true)
            )
        }
        let state =
            environment.stateFolder
            ?? UserStateFolder.url(environment: ProcessInfo.processInfo.environment)
        let database = try Sentinel.FileIdentity.of(layout.database)
        let machine = (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
        let place = "\(identity.incarnation) \(database.inode) \(database.birth) \(machine)"
        let digest = SHA256.hash(data: Data(place.utf8)).prefix(8)
        let name = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return UploadFiles(
            folder: state.appendingPathComponent(
                "photokit/uploads/\(identity.library.uuidString.lowercased())-\(name)",
                isDirectory: true
            )
        )
    }
}
