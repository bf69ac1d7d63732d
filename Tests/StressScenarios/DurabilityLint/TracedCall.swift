import PhotosStore

/// One system call, as strace shows it with the paths of descriptors (`-y`).
struct TracedCall: Equatable {
    enum Action: Equatable {
        case write(path: String, beginning: String)
        case resize(path: String)
        case sync(path: String)
        case syncFileSystem
        case makeFile(path: String)
        case makeFolder(path: String)
        case rename(from: String, to: String)
        case link(to: String)
        case unlink(path: String)
    }

    var thread: Substring
    var action: Action
    var isDone: Bool
    /// Which bytes of a file it wrote, where it says so.
    var bytes: Range<Int>?

    /// Whether a write to SQLite's log lets the file grow and has no frame in it.
    var isLogRoom: Bool { bytes.map { $0.count == LogRoom.writeLength } ?? false }

    /// What the lint wants traced.
    static let calls =
        "write,pwrite64,pwritev,pwritev2,writev,copy_file_range,sendfile,ftruncate,fallocate,fsync,fdatasync,syncfs,"
        + "rename,renameat,renameat2,link,linkat,unlink,unlinkat,openat,open,creat,mkdir,mkdirat"

    /// Nil for lines that show nothing that matters to the disk.
    init?(_ line: Substring) {
        guard let space = line.firstIndex(of: " "), let parenthesis = line.firstIndex(of: "("),
            let equals = Self.result(of: line), space < parenthesis, parenthesis < equals
        else { return nil }
        thread = line[..<space]
        let name = line[space..<parenthesis].drop { $0 == " " }
        let arguments = line[line.index(after: parenthesis)..<equals]
        isDone = !line[equals...].hasPrefix("= -")
        guard let action = Self.action(name, arguments) else { return nil }
        self.action = action
        if name == "pwrite64", let count = Int(line[equals...].dropFirst(2)), count > 0,
            // A call that another thread interrupted has spaces before or behind its parenthesis.
            let end = arguments.lastIndex(of: ")"),
            let offset = arguments[..<end].split(separator: " ").last.flatMap({ Int($0) })
        {
            bytes = offset..<offset + count
        }
    }

    /// Where the result stands: behind the last closing parenthesis.
    private static func result(of line: Substring) -> Substring.Index? {
        var index = line.endIndex
        while index > line.startIndex {
            index = line.index(before: index)
            if line[index] == "=", index > line.startIndex, line[line.index(before: index)] == " " {
                let head = line[..<index].utf8.reversed().drop { $0 == 0x20 }
                if head.first == 0x29 { return index }
            }
        }
        return nil
    }

    private static func action(_ name: Substring, _ arguments: Substring) -> Action? {
        switch name {
        case "write", "pwrite64", "pwritev", "pwritev2", "writev", "fallocate":
            guard let path = descriptors(arguments).first else { return nil }
            let text = arguments.firstIndex(of: "\"").map { arguments[$0...].dropFirst() }
            return .write(path: path, beginning: String((text ?? "").prefix(16)))
        case "ftruncate": return descriptors(arguments).first.map { .resize(path: $0) }
        case "copy_file_range":
            guard let path = descriptors(arguments).last else { return nil }
            return .write(path: path, beginning: "")
        case "sendfile":
            guard let path = descriptors(arguments).first else { return nil }
            return .write(path: path, beginning: "")
        case "fsync", "fdatasync": return descriptors(arguments).first.map { .sync(path: $0) }
        case "syncfs": return .syncFileSystem
        case "open", "openat", "creat":
            guard name == "creat" || arguments.contains("O_CREAT") else { return nil }
            return paths(arguments).first.map { .makeFile(path: $0) }
        case "mkdir", "mkdirat": return paths(arguments).first.map { .makeFolder(path: $0) }
        case "unlink", "unlinkat": return paths(arguments).first.map { .unlink(path: $0) }
        case "rename", "renameat", "renameat2", "link", "linkat":
            let paths = paths(arguments)
            guard paths.count == 2 else { return nil }
            return name.hasPrefix("l")
                ? .link(to: paths[1]) : .rename(from: paths[0], to: paths[1])
        default: return nil
        }
    }

    /// The paths of descriptors, which stand behind them in angle brackets.
    private static func descriptors(_ arguments: Substring) -> [String] {
        var found: [String] = []
        var rest = arguments
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            found.append(String(rest[rest.index(after: start)..<end]))
            rest = rest[rest.index(after: end)...]
            // Strings may hold anything; the descriptors come before them, but in pairs.
            if rest.hasPrefix(", \"") { break }
        }
        return found
    }

    /// Whole paths: those that are not begin at the folder that stands before them.
    private static func paths(_ arguments: Substring) -> [String] {
        let parts = arguments.split(separator: "\"", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).map { index in
            let path = String(parts[index])
            guard !path.hasPrefix("/"), let folder = descriptors(parts[index - 1]).last else {
                return path
            }
            return folder + "/" + path
        }
    }
}

/// Puts together the calls that strace shows in two lines, because another thread came between.
struct TracedCalls {
    private var begun: [Substring: Substring] = [:]

    /// The call that a line ends; nil for one that only begins.
    mutating func next(_ line: Substring) -> TracedCall? {
        guard let space = line.firstIndex(of: " ") else { return nil }
        let thread = line[..<space]
        if line.hasSuffix("<unfinished ...>") {
            begun[thread] = line.dropLast("<unfinished ...>".count)
            return nil
        }
        if line.contains("resumed>") {
            guard let beginning = begun.removeValue(forKey: thread),
                let mark = line.firstRange(of: "resumed>")
            else { return nil }
            return TracedCall(Substring(String(beginning) + line[mark.upperBound...]))
        }
        return TracedCall(line)
    }
}
