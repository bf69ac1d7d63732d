import Foundation
import Glibc
import Logging

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

    /// Sets the password if it is another one.
    static func change(to password: String, in folder: StateFolder) throws {
        if try hash(in: folder)?.matches(password) == true { return }
        try set(password, in: folder)
    }

    /// Reads the password that the first line of a file has.
    ///
    /// A symbolic link counts as the file that it leads to, because secrets of units and containers may be links.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isInImage: Whether the server runs in a container of our image, where the users of the machine have other numbers.
    ///   - logger: Where it is said that others may read the file.
    /// - Returns: The password.
    /// - Throws: ``ServerError`` where the file cannot be read, where another user may write it, or where the password is too
    ///   short.
    static func read(from file: URL, isInImage: Bool, logger: Logger) throws -> String {
        let path = file.path
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
        guard status.st_mode & 0o002 == 0 else {
            throw ServerError(
                "Everybody may write the file of --password-file, and so set the password. Run: chmod o= '\(path)'"
            )
        }
        if !isInImage {
            guard [0, getuid()].contains(status.st_uid) else {
                throw ServerError(
                    "The file of --password-file, \(path), belongs to another user, who could set the password. Make it a file of this user or of root."
                )
            }
            if status.st_mode & 0o004 != 0 {
                logger.warning(
                    "Everybody on this machine may read the password in \(path). Run: chmod o= '\(path)'"
                )
            }
        }
        let data: Data
        do {
            data = try handle.readToEnd() ?? Data()
        } catch {
            throw unreadable(path)
        }
        let password = String(String(decoding: data, as: UTF8.self).prefix { !$0.isNewline })
        try checkLength(password)
        return password
    }

    private static func unreadable(_ path: String) -> ServerError {
        ServerError(
            "The file of --password-file, \(path), cannot be read. Check its path and permissions."
        )
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
