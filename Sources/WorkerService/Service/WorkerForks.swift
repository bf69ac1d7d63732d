import CPhotosSystem
import CSandbox
import Foundation
import PhotosMedia

/// Starts workers by copying this process, which has loaded its libraries.
package enum WorkerForks {
    /// Waits for requests on standard input, each with the socket of a worker to start.
    ///
    /// Returns in each new worker, with that socket as its standard input. The server itself ends when its socket closes.
    package static func serve() {
        var descriptors = [Int32](repeating: -1, count: Int(PHOTOS_MESSAGE_DESCRIPTORS))
        var request: [UInt8] = [0]
        while true {
            let length = photos_receive_message(0, &request, request.count, &descriptors)
            if length == -Int(ENOTSOCK) {
                WorkerUsage.complain(WorkerUsage.text)
                _exit(64)
            }
            guard length == 1, descriptors[0] >= 0 else { _exit(0) }
            let copy = photos_fork_sibling()
            if copy == 0 {
                dup2(descriptors[0], 0)
                for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
                setpgid(0, 0)
                return
            }
            for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
            let answer = withUnsafeBytes(of: copy.littleEndian) { Array($0) }
            guard photos_send_message(0, answer, answer.count, nil, 0) == 0 else { _exit(1) }
        }
    }
}
