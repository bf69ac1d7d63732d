import Foundation

/// The file of the owner's password, which only its hash is in.
enum OwnerPassword {
    private static let file = "password.json"

    /// Sets the password, or removes it.
    static func set(_ password: String?, in folder: StateFolder) throws {
        guard let password else {
            folder.removeFile(file)
            return
        }
        try folder.write(JSONEncoder().encode(PasswordHash(password)), to: file)
    }

    /// Returns the hash; nil where there is no password.
    ///
    /// The file is read each time, because another process sets the password.
    static func hash(in folder: StateFolder) throws -> PasswordHash? {
        guard let data = try folder.readFile(file) else { return nil }
        return try JSONDecoder().decode(PasswordHash.self, from: data)
    }
}
