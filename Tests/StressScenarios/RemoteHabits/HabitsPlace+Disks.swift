import Foundation
import Glibc
import LibraryExercise
import PhotosTestSupport

/// What people do with a whole disk or bucket.
extension HabitsPlace {
    private func sibling(_ ending: String) -> URL {
        let name = "\(name)-\(ending)"
        guard let folder else { return URL(fileURLWithPath: "/nowhere/\(name)") }
        return folder.deletingLastPathComponent().appendingPathComponent(name, isDirectory: true)
    }

    private func exists(_ url: URL) -> Bool { access(url.path, F_OK) == 0 }

    private func move(_ url: URL, to other: URL) throws {
        guard rename(url.path, other.path) == 0 else {
            throw Fault("\(url.path) cannot be moved to \(other.path): error \(errno)")
        }
    }

    // MARK: Unplugging

    var isAway: Bool { service?.isAway ?? exists(sibling("away")) }

    /// Takes the disk away; an empty folder stays where it is mounted, or none.
    func unplug(leavingFolder: Bool) throws {
        guard !isAway else { return }
        if let service {
            service.isAway = true
            return
        }
        guard let folder else { return }
        try move(folder, to: sibling("away"))
        if leavingFolder { mkdir(folder.path, 0o755) }
    }

    func plug() throws {
        guard isAway else { return }
        if let service {
            service.isAway = false
            return
        }
        guard let folder else { return }
        try? FileManager.default.removeItem(at: folder)
        try move(sibling("away"), to: folder)
    }

    // MARK: Another disk

    var isExchanged: Bool { service != nil ? aside != nil : exists(sibling("aside")) }
    var hasClone: Bool { service != nil ? clone != nil : exists(sibling("clone")) }

    /// Keeps a copy of all that is at the address now.
    func makeClone() throws {
        guard !isAway, !hasClone else { return }
        overwrittenInClone = overwritten
        if let service {
            clone = try service.contents()
        } else if let folder {
            try FolderCopy.make(of: folder, at: sibling("clone"))
        }
    }

    /// Puts another disk at the address: an empty one, or an older copy of this one.
    func exchange(forClone: Bool) throws {
        guard !isAway, !isExchanged else { return }
        overwrittenAside = overwritten
        overwritten = forClone ? overwrittenInClone : []
        if let service {
            aside = try service.contents()
            try service.replaceAll(by: forClone ? clone ?? [:] : [:])
            if forClone { clone = nil }
        } else if let folder {
            try move(folder, to: sibling("aside"))
            if forClone {
                try move(sibling("clone"), to: folder)
            } else {
                mkdir(folder.path, 0o755)
            }
        }
    }

    /// Ends an exchange: the first disk comes back, or is gone for good.
    func endExchange(bringingBack: Bool) throws {
        guard isExchanged else { return }
        if bringingBack { overwritten = overwrittenAside }
        if let service {
            if bringingBack, let aside { try service.replaceAll(by: aside) }
            aside = nil
        } else if let folder {
            if bringingBack {
                try FileManager.default.removeItem(at: folder)
                try move(sibling("aside"), to: folder)
            } else {
                try FileManager.default.removeItem(at: sibling("aside"))
            }
        }
    }

    /// Moves away what a remote does not remove by itself.
    func clearObstacles() {
        for name in obstacles {
            if let folder { rmdir(folder.appendingPathComponent(name).path) }
        }
        obstacles = []
    }
}
