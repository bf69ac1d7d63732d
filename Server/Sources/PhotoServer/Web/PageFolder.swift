import Foundation
import Glibc
import Logging

/// Finds the files of the page.
enum PageFolder {
    /// Returns the folder that the options name, else the one beside `program`; nil if there is none.
    ///
    /// Without the page the interface answers all the same, so that is only said.
    ///
    /// - Throws: ``ServerError`` if the named folder does not hold the page.
    static func choose(
        _ named: URL?,
        beside program: URL? = thisProgram(),
        logger: Logger
    ) throws -> URL? {
        if let named {
            guard holdsPage(named) else {
                throw ServerError(
                    "The folder \(named.path) does not hold the page: there is no index.html. Name another with --page."
                )
            }
            return named
        }
        let found = program.flatMap(page(beside:))
        if found == nil {
            logger.warning(
                "The files of the page are not installed, so browsers see none. Name their folder with --page."
            )
        }
        return found
    }

    static func thisProgram() -> URL? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0, length < buffer.count else { return nil }
        let program = String(
            decoding: buffer[..<length].map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return URL(fileURLWithPath: program)
    }

    private static func page(beside program: URL) -> URL? {
        let folder = program.deletingLastPathComponent()
        // Installed: ../share/openphotokit/page or beside. In a checkout the program is in Server/.build/x86_64-…/debug, or with
        // the library in .build/x86_64-…/debug or .build/tests/x86_64-…/debug.
        let candidates = [
            "page", "../share/openphotokit/page", "../../share/openphotokit/page", "../../../Page",
            "../../../../Page",
        ]
        return candidates.map { folder.appendingPathComponent($0).standardizedFileURL }
            .first(where: holdsPage)
    }

    private static func holdsPage(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.path + "/index.html")
    }
}
