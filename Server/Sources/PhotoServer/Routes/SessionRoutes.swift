import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Getting in and out, and what a session may do.
struct SessionRoutes {
    let admission: Admission
    let libraryName: String

    func addRoutes(to table: inout RouteTable) {
        table.addOpenRoute(.post, at: "/api/session", answer: openSession)
        table.addRoute(.get, at: "/api/session", for: .readerOrPicker) { call in
            JSONAnswer.ok(try await sessionModel(of: call.client))
        }
        table.addRoute(.delete, at: "/api/session", for: .reader) { call in
            // A device's token is revoked by its owner, not by whoever holds it.
            guard call.client.credential.kind == .session else { throw Problem.ownerOnly }
            _ = try gate.revokeCredential(call.client.credential.id)
            var response = JSONAnswer.done
            response.headers[.setCookie] =
                admission.cookie.endingHeader(for: call.request.head)
            return response
        }
        table.addRoute(.get, at: "/api/sessions", for: .owner) { call in
            JSONAnswer.ok(
                gate.all.map { CredentialModel($0, current: call.client.credential.id) }
            )
        }
        table.addRoute(.delete, at: "/api/sessions/{id}", for: .owner) { call in
            guard try gate.revokeCredential(try call.pathPart("id")) else { throw Problem.notFound }
            return JSONAnswer.done
        }
        table.addRoute(.post, at: "/api/unlock", for: .reader, answer: unlockHiddenPhotos)
    }

    private var gate: Gatekeeper { admission.gate }

    private func sessionModel(of client: Client) async throws -> SessionModel {
        let owner = admission.pool.owner
        let days = try await owner.read { [library = owner.library] in
            try library.settings().daysInRecentlyDeleted
        }
        return SessionModel(
            client,
            library: libraryName,
            trashDays: days,
            hasPassword: try gate.hasPassword(),
            isPicker: admission.purpose == .picking
        )
    }

    private func openSession(_ request: Request, in context: ServeContext) async throws -> Response
    {
        let body = try await JSONAnswer.read(EnterRequest.self, from: request, upTo: 16 << 10)
        let old = gate.credential(cookie: admission.cookie.value(in: request.head), token: nil)
        let visitor = Visitor(
            address: admission.address(of: request, in: context),
            name: ClientName.browserName(userAgent: request.headers[.userAgent]),
            link: old?.link,
            browser: body.browser
        )
        let given = [body.code, body.password, body.link].compactMap(\.self)
        guard given.count == 1 else {
            throw Problem.badRequest("Send one of \"code\", \"password\" and \"link\".")
        }
        let entry = try await BlockingThreads.common.run {
            if let link = body.link {
                return try gate.openSession(link: link, password: body.linkPassword, by: visitor)
            }
            var knownVisitor = visitor
            knownVisitor.isOwnAccount = try admission.isOwnAccount(context)
            if let code = body.code { return try gate.openSession(code: code, by: knownVisitor) }
            return try gate.openSession(password: body.password ?? "", by: knownVisitor)
        }
        // An earlier session of this browser would stay open for nobody.
        if let old { _ = try gate.revokeCredential(old.id) }
        var model = try await sessionModel(of: try admission.client(of: entry.credential))
        model.home = admission.cookie.home(ofSecret: entry.secret)
        model.token = entry.token
        model.browser = entry.browser
        var response = JSONAnswer.ok(model)
        response.headers[.setCookie] = admission.cookie.header(secret: entry.secret)
        return response
    }

    private func unlockHiddenPhotos(_ call: Call) async throws -> Response {
        guard !call.client.isGuest else { throw Problem.notFound }
        let body = try await JSONAnswer.read(UnlockRequest.self, from: call.request, upTo: 16 << 10)
        let (gate, client) = (gate, call.client.credential.id)
        if let password = body.password {
            let isRight = try await BlockingThreads.common.run {
                try gate.checkPassword(password, of: client)
            }
            if isRight == false {
                throw Problem(.unauthorized, "refused", "The password is wrong.")
            }
        } else if try gate.hasPassword() {
            throw Problem(.unauthorized, "password-needed", "Hidden photos open with the password.")
        } else if body.confirm != true {
            throw Problem.badRequest("Send \"confirm\": true, or the password.")
        }
        gate.unlockHiddenPhotos(for: client)
        return JSONAnswer.done
    }
}

private struct EnterRequest: Decodable {
    var code: String?
    var password: String?
    var link: String?
    /// What a guest typed, where the link has a password.
    var linkPassword: String?
    /// What the browser was told when the owner signed in before.
    var browser: String?
}

private struct UnlockRequest: Decodable {
    var password: String?
    var confirm: Bool?
}
