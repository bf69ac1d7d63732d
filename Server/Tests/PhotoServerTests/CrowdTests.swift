import Foundation
import Glibc
import OpenPhotoKit
import Photos
import TestPermits
import Testing

@testable import PhotoServer

/// Ten thousand connections at once, to the program as a person runs it.
@Suite(.permit, .serialized) struct CrowdTests {
    private static let count = 10_000

    @Test func aKnownClientIsAnsweredInACrowd() async throws {
        let wanted = Self.count + 1000
        try #require(
            OpenFiles.raiseLimit(to: wanted) >= wanted,
            "The system allows too few open files for this test."
        )
        try await RunningProgram.run(photos: 1) { program in
            let known = try await offThread { try program.enter() }
            let before = try program.peakMemory()
            let crowd = Crowd(port: program.port, count: Self.count)
            defer { crowd.close() }
            // Some more connections get in whenever those before are let go.
            let end = ContinuousClock.now + .seconds(4)
            var answered = 0
            while ContinuousClock.now < end || answered <= 10 {
                let status = try await offThread { known.status("/api/views/all") }
                #expect(status == 200)
                answered += 1
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(crowd.connectedCount > 1000)
            let more = try program.peakMemory() - before
            #expect(more < 400 << 20, "\(more >> 20) MiB for the crowd")
            crowd.close()
            // Afterwards everybody gets in again.
            let status = try await offThread { try program.connect().status("/api/openapi.yaml") }
            #expect(status == 200)
        }
    }
}

/// Many connections that send the beginning of a request, and nothing more.
final class Crowd: @unchecked Sendable {
    // Unchecked because a test uses each crowd from one task at a time.

    private var descriptors: [Int32] = []

    init(port: Int, count: Int) {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        for _ in 0..<count {
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let descriptor = socket(AF_INET, kind, 0)
            guard descriptor >= 0 else { return }
            descriptors.append(descriptor)
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            _ = send(descriptor, "GET / ", 6, Int32(MSG_NOSIGNAL))
        }
    }

    deinit { close() }

    /// How many connections the system of the server has taken.
    var connectedCount: Int {
        descriptors.count { descriptor in
            var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            return poll(&state, 1, 0) == 1
        }
    }

    func close() {
        for descriptor in descriptors { Glibc.close(descriptor) }
        descriptors = []
    }
}
