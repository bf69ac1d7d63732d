/// The mounted file systems and their mount points, as the kernel lists them in `/proc/self/mountinfo`.
package struct MountTable: Hashable, Sendable {
    package struct Mount: Hashable, Sendable {
        package var point: String
        /// The type as the kernel names it; for FUSE, the program's name follows `fuse.`.
        package var type: String

        package init(point: String, type: String) {
            self.point = point
            self.type = type
        }
    }

    package var mounts: [Mount]

    /// Reads the table as the kernel writes it, and skips lines of another form.
    package init(_ text: String) {
        // Splitting bytes takes a small part of the time that splitting characters takes.
        mounts = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            // A dash after a variable number of optional fields precedes the type.
            guard fields.count > 6,
                let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
                dash + 1 < fields.count
            else { return nil }
            return Mount(
                point: Self.plain(Substring(fields[4])),
                type: String(Substring(fields[dash + 1]))
            )
        }
    }

    /// Returns the mount that holds a path without symbolic links.
    package func mount(of path: String) -> Mount? {
        var best: Mount?
        // If two mounts have the same mount point, the later one hides the earlier one.
        for mount in mounts where Self.isInside(path, folder: mount.point) {
            if mount.point.utf8.count >= best?.point.utf8.count ?? 0 { best = mount }
        }
        return best
    }

    package func isMounted(_ point: String) -> Bool { mounts.contains { $0.point == point } }

    /// Returns the mount points listed in the text of `/etc/fstab`, without the root.
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

    package static func isInside(_ path: String, folder: String) -> Bool {
        PathText.isInside(path, folder: folder)
    }

    /// Decodes octal escapes, with which the kernel writes blanks and some other characters.
    private static func plain(_ field: Substring) -> String {
        guard field.utf8.contains(UInt8(ascii: "\\")) else { return String(field) }
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
