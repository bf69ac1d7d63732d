import Foundation

/// A program that the owner lets upload.
package struct UploadProgram: Codable, Hashable, Sendable {
    /// The absolute path.
    package var path: String
    /// The name under which the program uses the library.
    package var client: String
    /// Whether the program itself wants to upload, which it says through the API.
    package var isEnabled: Bool
    package var preventsExpensiveNetworkAccess: Bool

    package init(
        path: String,
        client: String,
        isEnabled: Bool = true,
        preventsExpensiveNetworkAccess: Bool = false
    ) {
        self.path = path
        self.client = client
        self.isEnabled = isEnabled
        self.preventsExpensiveNetworkAccess = preventsExpensiveNetworkAccess
    }
}

/// The programs that the owner lets upload.
///
/// Their list is outside the library: a library that came from somebody else names no program to run.
extension LibraryUploadJobs {
    /// Names a program that may upload.
    ///
    /// An entry with the same path, or for the same client, gives way.
    ///
    /// - Throws: ``StoreError``.
    package func enable(_ program: UploadProgram) throws {
        try changePrograms { programs in
            programs.removeAll { $0.path == program.path || $0.client == program.client }
            programs.append(program)
        }
    }

    /// Forgets a program.
    ///
    /// - Returns: Whether it was named.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func disable(_ path: String) throws -> Bool {
        try changePrograms { programs in
            let count = programs.count
            programs.removeAll { $0.path == path }
            return programs.count < count
        }
    }

    /// Returns the named programs, in the order in which they were named.
    ///
    /// - Throws: ``StoreError``.
    package func programs() throws -> [UploadProgram] { try Self.read(try core.uploadFiles()) }

    /// Returns the entry of the library's client; nil where the owner named no program for it.
    ///
    /// - Throws: ``StoreError``.
    package func ownProgram() throws -> UploadProgram? {
        let client = core.environment.client.uploadClient
        return try programs().first { $0.client == client }
    }

    /// Changes the entry of the library's client.
    ///
    /// - Throws: ``StoreError`` where the owner named no program for the client.
    package func changeOwnProgram(_ change: (inout UploadProgram) -> Void) throws {
        let client = core.environment.client.uploadClient
        // A program that was not named leaves no file.
        guard try ownProgram() != nil else { throw Self.notNamed(client) }
        try changePrograms { programs in
            guard let index = programs.firstIndex(where: { $0.client == client }) else {
                throw Self.notNamed(client)
            }
            change(&programs[index])
        }
    }

    private static func notNamed(_ client: String) -> StoreError {
        StoreError(
            .accessDenied,
            "\(client.isEmpty ? "This program" : client) may not upload in the background yet. The library's owner allows it with `photokit uploads enable PROGRAM`."
        )
    }

    private func changePrograms<Result>(
        _ change: (inout [UploadProgram]) throws -> Result
    ) throws -> Result {
        let files = try core.uploadFiles()
        let locks = (try files.lockPrograms(), try files.lockForWriting())
        defer { withExtendedLifetime(locks) {} }
        let earlier = try Self.read(files)
        var programs = earlier
        let result = try change(&programs)
        if programs != earlier {
            try files.replace(files.programs, with: try JSONEncoder().encode(programs))
        }
        return result
    }

    private static func read(_ files: UploadFiles) throws -> [UploadProgram] {
        guard let content = try files.read(files.programs) else { return [] }
        do {
            return try JSONDecoder().decode([UploadProgram].self, from: content)
        } catch {
            throw StoreError(
                .damaged,
                "\(files.programs.path) cannot be read. Remove it, and name the programs again with `photokit uploads enable PROGRAM`.",
                cause: error
            )
        }
    }
}
