import Foundation
import GRDB

extension LibraryCore {
    /// Throws ``StoreError`` unless the client has access to the whole library.
    package func requireEverything(_ action: String) throws {
        let access = try clientAccess()
        guard access.readWrite == .authorized else {
            throw StoreError.noAccess(access.readWrite, to: action)
        }
    }
}
