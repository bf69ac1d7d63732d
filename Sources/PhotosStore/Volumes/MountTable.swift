/// What is mounted where, as the kernel tells in `/proc/self/mountinfo`.
package struct MountTable: Hashable, Sendable {
    package struct Mount: Hashable, Sendable {
        package var point: String
        /// As the kernel names it: behind `fuse.` stands the program's name.
        package var type: String

        package init(point: String, type: String) {
            self.point = point
            self.type = type
        }
    }

    package var mounts: [Mount]

    /// Reads the table as the kernel writes it; lines of another form are passed over.
    package init(_ text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            // After a variable number of optional fields a dash announces the type.
            guard fields.count > 6, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
            else { return nil }
            return Mount(point: Self.plain(fields[4]), type: String(fields[dash + 1]))
        }
    }

    /// The mount that a path without links is on.
    package func mount(of path: String) -> Mount? {
        var best: Mount?
        // Of two mounts at one point the later one covers the earlier.
        for mount in mounts where Self.isInside(path, mount.point) {
            if mount.point.utf8.count >= best?.point.utf8.count ?? 0 { best = mount }
        }
        return best
    }

    package func isMounted(_ point: String) -> Bool { mounts.contains { $0.point == point } }

    /// Where file systems belong, in the words of `/etc/fstab`; the root is left out.
    package static func planned(_ table: String) -> [String] {
        table.split(separator: "\n").compactMap { line in
            let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard fields.count >= 3, !fields[0].hasPrefix("#"), fields[1].hasPrefix("/") else {
                return nil
            }
            var point = plain(fields[1])
            while point.count > 1, point.hasSuffix("/") { point.removeLast() }
            return point == "/" ? nil : point
        }
    }

    package static func isInside(_ path: String, _ folder: String) -> Bool {
        PathText.isInside(path, folder)
    }

    /// Blanks and the like stand as octal numbers.
    private static func plain(_ field: Substring) -> String {
        guard field.contains("\\") else { return String(field) }
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(number)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
