package import Foundation
import Glibc

/// A file or folder of a library that this user may not use.
package struct PermissionProblem: Hashable, Sendable {
    package var url: URL
    package var isFolder: Bool
    package var isReadable: Bool
    /// The number of the user to whom it belongs.
    package var owner: UInt32
}

/// Finds the files and folders of a library that a user may not read or write, as after a command ran with `sudo`.
package struct LibraryPermissions {
    /// The greatest number of problems that are named.
    static let most = 20

    private let layout: LibraryLayout
    private let mayUse: (_ path: String, _ mode: Int32) -> Bool
    private var writes = false
    private var problems: [PermissionProblem] = []
    private var rest = 0

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - layout: The layout of the library.
    ///   - mayUse: Whether the user may use a path in the ways of access(2).
    package init(
        _ layout: LibraryLayout,
        mayUse: @escaping (_ path: String, _ mode: Int32) -> Bool = LibraryPermissions.systemAllows
    ) {
        self.layout = layout
        self.mayUse = mayUse
    }

    /// Whether the system allows this process to use a path.
    ///
    /// A volume that is mounted for reading alone is no matter of permissions.
    package static func systemAllows(_ path: String, mode: Int32) -> Bool {
        faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 || errno != EACCES && errno != EPERM
    }

    /// Returns the first problems, in the order of their paths, and the number of the others.
    package func run() -> (problems: [PermissionProblem], rest: Int) {
        var search = self
        // Whoever may not write to the library at all reads it only.
        search.writes = mayUse(layout.root.path, W_OK)
        search.examineItem(at: layout.root)
        return (search.problems, search.rest)
    }

    private mutating func examineItem(at url: URL, isOriginal: Bool = false) {
        var facts = stat()
        guard lstat(url.path, &facts) == 0 else { return }
        let isFolder = facts.st_mode & S_IFMT == S_IFDIR
        guard isFolder || facts.st_mode & S_IFMT == S_IFREG else { return }
        let isReadable = mayUse(url.path, isFolder ? R_OK | X_OK : R_OK)
        // Files that nobody writes to again have no permission for it.
        let isWritten = writes && (isFolder || !isOriginal && facts.st_mode & S_IWUSR != 0)
        if !isReadable || isWritten && !mayUse(url.path, W_OK) {
            addProblem(at: url, isFolder: isFolder, isReadable: isReadable, owner: facts.st_uid)
        }
        guard isFolder, isReadable else { return }
        let isOriginal = isOriginal || url.lastPathComponent == layout.originals.lastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        for name in names.sorted() {
            examineItem(
                at: url.appendingPathComponent(name, isDirectory: false),
                isOriginal: isOriginal
            )
        }
    }

    private mutating func addProblem(at url: URL, isFolder: Bool, isReadable: Bool, owner: UInt32) {
        guard problems.count < Self.most else {
            rest += 1
            return
        }
        problems.append(
            PermissionProblem(url: url, isFolder: isFolder, isReadable: isReadable, owner: owner)
        )
    }
}

extension PermissionProblem {
    /// A sentence that says what is wrong and what mends it.
    package func message(_ root: URL, user: UInt32 = geteuid()) -> String {
        let verb = isReadable ? "written" : "read"
        let others = owner == user ? "" : " It belongs to \(Self.userName(owner))."
        let hint = owner == 0 && user != 0 ? " Did photokit run with sudo?" : ""
        return
            "This \(isFolder ? "folder" : "file") cannot be \(verb) by \(Self.userName(user)).\(others)\(hint) \(remedyText(in: root, for: user))"
    }

    private func remedyText(in root: URL, for user: UInt32) -> String {
        owner == user
            ? "Run `chmod -R u+rwX '\(root.path)'`."
            : "Run `sudo chown -R \(Self.userName(user)) '\(root.path)'`."
    }

    /// The name of a user, or the number of one without a name.
    private static func userName(_ user: UInt32) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
    }
}

extension LibraryCheck {
    /// Checks that this user may use the library's files and folders.
    mutating func checkPermissions() {
        guard library.core.temporaryFolder == nil else { return }
        let root = library.layout.root
        let (problems, rest) = LibraryPermissions(library.layout).run()
        for problem in problems {
            add(
                Finding(
                    .notPermitted,
                    problem.message(root),
                    at: problem.url.path,
                    severity: problem.isReadable ? .leftover : .damage
                )
            )
        }
        guard rest > 0 else { return }
        add(
            Finding(
                .notPermitted,
                "\(rest) more files and folders cannot be used by this user.",
                at: root.path,
                severity: .leftover
            )
        )
    }
}
