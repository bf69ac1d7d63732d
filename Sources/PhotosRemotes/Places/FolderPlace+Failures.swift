import Foundation
import Glibc
import PhotosBase
import PhotosStore

/// Why the objects of a folder cannot be had.
extension FolderPlace {
    static func errorText(of code: Int32) -> String { String(cString: strerror(code)) }

    func folderFailure(_ action: String, code: Int32) -> RemoteFailure {
        switch code {
        case ENOSPC, EDQUOT:
            RemoteFailure(.noSpace, "The disk of \(path) is full. Make room there, and sync again.")
        case EIO, ENODEV, ESTALE, ENOTCONN, ENXIO:
            RemoteFailure(
                .unreachable,
                "The disk of \(path) does not answer (\(Self.errorText(of: code))). Connect it, and check it for faults."
            )
        default:
            RemoteFailure(
                .unreachable,
                "\(path) cannot be \(action) (\(Self.errorText(of: code))). Check its permissions."
            )
        }
    }

    func localFailure(_ file: URL, code: Int32) -> RemoteFailure {
        RemoteFailure(.localFile, "\(file.path) cannot be opened: \(Self.errorText(of: code)).")
    }

    func missingObject(_ name: String) -> RemoteFailure {
        RemoteFailure(.missing, "\(path) does not have \(name).")
    }

    /// The failure for an object whose bytes the disk does not return.
    ///
    /// The object is damaged if the disk still gives a marker. Otherwise the whole disk fails or is gone, which says
    /// nothing about the object: it must not count as lost, and nobody may remove it. A test that writes would fail on a
    /// disk that is mounted for reading alone.
    func unreadableObject(_ name: String) -> RemoteFailure {
        let code = errno
        return givesMarker ? differingObject(name) : folderFailure("read", code: code)
    }

    /// Whether the disk gives the bytes of a marker.
    private var givesMarker: Bool {
        let folder = base + RemoteNames.markers
        let files = FileManager.default.enumerator(atPath: folder)
        while let path = files?.nextObject() as? String {
            let input = open(folder + path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard input >= 0 else { continue }
            defer { close(input) }
            posix_fadvise(input, 0, 0, POSIX_FADV_DONTNEED)
            var byte: UInt8 = 0
            if Glibc.read(input, &byte, 1) == 1 { return true }
        }
        return false
    }

    /// The failure for an object that this user may not read: it may be whole.
    func forbiddenObject(_ name: String, code: Int32) -> RemoteFailure {
        RemoteFailure(
            .refused,
            "\(path)/\(name) cannot be read (\(Self.errorText(of: code))). Check its permissions."
        )
    }

    func differingObject(_ name: String) -> RemoteFailure {
        RemoteFailure(.differs, "\(path) has other bytes as \(name) than were stored.")
    }
}
