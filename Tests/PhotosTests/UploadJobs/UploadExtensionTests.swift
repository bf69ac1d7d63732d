import ExtensionFoundation
import Foundation
import Glibc
import Photos
import PhotosBase
import TestPermits
import Testing

/// How an extension answers its host.
@Suite(.permit) struct UploadExtensionTests {
    /// Ends its work when it is told to.
    private final class Waiting: PHBackgroundResourceUploadExtension, Sendable {
        private let isOver = DispatchSemaphore(value: 0)

        init() {}

        func process() -> PHBackgroundResourceUploadProcessingResult {
            isOver.wait()
            return .processing
        }

        func notifyTermination() { isOver.signal() }
    }

    private struct Quick: PHBackgroundResourceUploadJobExtension {
        func processJobs() async -> PHBackgroundResourceUploadProcessingResult { .completed }
        func willTerminate() async {}
    }

    private struct Failing: PHBackgroundResourceUploadJobExtension {
        func processJobs() async -> PHBackgroundResourceUploadProcessingResult { .failure }
        func willTerminate() async {}
    }

    /// Runs an extension on a thread, and returns what it answers to messages of its host.
    private func answer(
        _ program: some AppExtension,
        to messages: [ExtensionChannel.HostMessage]
    ) async throws -> ExtensionChannel.ExtensionMessage? {
        let ends = try SocketPair(.bytes)
        let configuration = try #require(program.configuration as? UploadExtensionConfiguration)
        // The threads of tasks stay free for the extension's own.
        return try await BlockingWork.run { _ in
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                configuration.follow(ExtensionChannel(descriptor: ends.other))
                isDone.signal()
            }
            var host = ExtensionChannel(descriptor: ends.own)
            for message in messages { try host.send(message) }
            let answer = host.nextExtensionMessage()
            shutdown(ends.own, Int32(SHUT_RDWR))
            isDone.wait()
            ends.close()
            return answer
        }
    }

    @Test func `both generations answer with their result`() async throws {
        #expect(try await answer(Quick(), to: [.process]) == .completed)
        #expect(try await answer(Failing(), to: [.process]) == .failure)
    }

    @Test func `an extension hears that its time is over while it works`() async throws {
        #expect(try await answer(Waiting(), to: [.process, .terminate]) == .processing)
    }

    @Test func `a program that no host started says how to allow it`() async throws {
        let result = await #expect(
            processExitsWith: .exitCode(64),
            observing: [\.standardErrorContent]
        ) {
            unsetenv(ExtensionChannel.variable)
            Quick.main()
        }
        #expect(result.said.contains("photokit uploads enable"))
    }

    @Test func `the numbers of results are in the order of their declaration`() {
        let all: [PHBackgroundResourceUploadProcessingResult] = [.failure, .processing, .completed]
        #expect(all.map(\.rawValue) == [0, 1, 2])
    }
}
