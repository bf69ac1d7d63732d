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

    /// Sets the password that the first line of a file has, if it is another one.
    ///
    /// - Throws: ``ServerError`` where the file cannot be read, or the password is too short.
    static func set(from file: URL, in folder: StateFolder) throws {
        guard let data = FileManager.default.contents(atPath: file.path) else {
            throw ServerError(
                "The file of --password-file, \(file.path), cannot be read. Check its path and permissions."
            )
        }
        let password = String(String(decoding: data, as: UTF8.self).prefix { !$0.isNewline })
        try checkLength(password)
        if try hash(in: folder)?.matches(password) == true { return }
        try set(password, in: folder)
    }

    /// Throws for a password that is too short.
    static func checkLength(_ password: String) throws {
        guard password.count >= PasswordHash.shortest else {
            throw ServerError("The password needs \(PasswordHash.shortest) characters or more.")
        }
    }

    /// Returns the hash; nil where there is no password.
    ///
    /// The file is read each time, because another process sets the password.
    static func hash(in folder: StateFolder) throws -> PasswordHash? {
        guard let data = try folder.readFile(file) else { return nil }
        return try JSONDecoder().decode(PasswordHash.self, from: data)
    }
}
