// Generated from openapi.json by `npm run types -w dashboard`.
export interface paths {
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models on offer, with their input schemas and prices
         * @description Needs no key. The list has an `ETag`, so a repeated request can be a 304.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models/{modelKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One model
         * @description Needs no key. `inputSchema` describes the fields to send beside `modelKey`.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a prediction
         * @description Charges the cost at once; a failure refunds it. Responds at once, or with the status body after at most `wait` seconds. An optional field that is `null` is as absent.
         */
        post: operations["startPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the same request would be charged
         * @description Checks the body as `POST /api/generate` does and returns its price. Nothing is charged or created.
         */
        post: operations["quotePrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status and result of up to 100 predictions
         * @description In the order of `ids`; counts as one request. With `wait`, responds as soon as one of them is final: leave final ids out of the next request.
         */
        get: operations["getPredictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/status/{predictionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status and result of a prediction
         * @description Any key of the account may poll it.
         */
        get: operations["getPrediction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/{predictionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a prediction
         * @description A final prediction is returned unchanged.
         */
        post: operations["cancelPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/{predictionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete what a finished prediction contains
         * @description Its files are removed, its links return 410, and `prompt` and `input` are emptied. The ledger and the cost stay. Deleting again returns the same.
         */
        delete: operations["deletePrediction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a picture or a video to start predictions from
         * @description The body is the file itself, or a form with the part `file`. A picture has at most 25 MB, a video 100 MB; the operator can set less with `UPLOAD_MAX_MB` (default: 100). An upload is kept for `UPLOAD_RETENTION_HOURS` (default: 24), which the operator sets, and as long as a prediction needs it.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account’s predictions, newest first
         * @description Filters combine. Pass `nextCursor` as `cursor` to read the next page.
         */
        get: operations["listPredictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate/reframe/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account’s reframes, newest first
         * @description The history of the operation `reframe` alone, with the same filters.
         */
        get: operations["listReframes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an output file
         * @description The URL is the complete `outputUrl` of a completed prediction. Ranges are supported.
         */
        get: operations["readOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * The headers of an output file
         * @description The URL is the complete `outputUrl` of a completed prediction. Ranges are supported.
         */
        head: operations["inspectOutput"];
        patch?: never;
        trace?: never;
    };
    "/api/credits/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account’s spendable credits and its plan
         * @description Spendable credits; the credits of running predictions are already subtracted.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/credits/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every grant, charge, refund, adjustment, debt and expiry, newest first
         * @description Each entry contains the balance after it. The amounts add up to the balance; those of the kind `debt` to what the account owes. `Accept: text/csv` returns all pages in one file, with the model of each charge and refund.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The packs of credits on offer
         * @description Without a payment service `available` is false, and none can be bought.
         */
        get: operations["listPacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plans of accounts, and what the account is subscribed to
         * @description A plan with a price can be bought when `available`: it is paid each month until it is ended in the portal. Another plan is given by an administrator.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a page of the payment service on which a pack or the first month of a plan is paid
         * @description Name either `pack` or `plan`. The credits, and the plan, arrive when the payment service has reported the payment, not when the buyer comes back. A repeated request with the same `Idempotency-Key` gets the same checkout, until it is paid (409 `checkout_paid`), for 24 hours (409 `order_expired`). Of the pages of plans one is open: another one ends it. The first payment of another plan ends the subscription before. For the plan that the account is subscribed to, or is paying for: 409 `already_subscribed`.
         */
        post: operations["startCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the page of the payment service with invoices, cards and subscriptions
         * @description For an account that has bought something before.
         */
        post: operations["openPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The payments of the account, newest first
         * @description With what each has granted, less what was taken back after refunds and disputes.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/webhooks/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For the payment service: report what happened to a payment
         * @description Signed by the payment service, over the bytes of the body. Repeated events change nothing. 503: send it again later.
         */
        post: operations["receiveWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/end-users/{externalUserId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The spend limit of an end user, and what counts towards it
         * @description An end user is who `externalUserId` of a prediction names. It needs no registration.
         */
        get: operations["getEndUser"];
        /**
         * Limit what predictions of an end user cost
         * @description Holds for the next request. What was already spent in the current period counts. A prediction beyond the limit is rejected with 402 `end_user_spend_limit_reached`.
         */
        put: operations["limitEndUser"];
        post?: never;
        /**
         * Remove the spend limit of an end user; idempotent
         * @description Its predictions are not affected.
         */
        delete: operations["removeEndUserLimit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of the account, newest first, ended ones included
         * @description Without the secrets. `masked` shows the end of each one.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key; only this response contains the secret
         * @description Store the secret at once: only its hash is kept. An account has at most 20 active and disabled keys.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key permanently; idempotent
         * @description Requests with the key return 401 from then on. A key that it has replaced and that is still retiring ends with it.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Change settings of a key, disable or enable it
         * @description Only the given settings change, from the next request on; scopes and environment never do. `null` removes a setting. A new `expiresAt` makes an expired key usable again.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key; only this response contains the new secret
         * @description The new key has the settings of the old one and shares its rate limit. The old one is `retiring` for `graceSeconds` and then revoked. Rotating the new key ends a predecessor that is still retiring.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The calling key: its settings, and what is left of its limits
         * @description For every key, whatever its scopes. Without the secret. Counts as a request.
         */
        get: operations["readOwnKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an account and sign in
         * @description Returns an access token and sets the refresh cookie. With mail configured, a mail with a link that verifies the email is sent, and the sign-up credits come with it. The operator can close registration.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Returns an access token and sets the refresh cookie.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new access token for the refresh token in the cookie or the body, which is rotated
         * @description A refresh token works once; this response contains the next one. The same token again within 10 seconds gets the same next one, for two tabs and for an answer that was lost; a later use ends the sign-in.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the sign-in that the cookie, the body or the access token names
         * @description Its refresh token stops working at once. Responds in the same way without a sign-in.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue in another account of the user
         * @description Ends this session and continues it in the other account, with new tokens. The same request again within 10 seconds gets the same session. The session stays there when it is refreshed; a new sign-in begins in the user’s own account. A user of an outside provider keeps the access token, which then belongs to the other account.
         */
        post: operations["switchAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user
         * @description The user, the account that the access token belongs to, and all accounts of the user.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends every other session of this user and invalidates their one-time links.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a mail with a one-time link that sets a new password
         * @description Responds in the same way whether or not the email has an account. A user gets at most 3 mails an hour. Without a mailer none is sent.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password with a one-time link, and sign in
         * @description The token is the text after `#token=` in the link. Ends every other session of this user. A mailed link verifies the email. A mailed reset that is the first proof of the email ends what was made before it in the account that the user opened: keys, other members, invitations, limits, uploads, open orders.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of this user, newest first
         * @description One session per sign-in; `current` marks the one that asks.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions
         * @description The session that asks remains signed in.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Its refresh token stops working at once.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the first administrator with the link of the log, and sign in
         * @description A process that starts while there is no administrator logs a link, which works once, for 24 hours, and until there is an administrator. The token is the text after `#token=` in it. Works also while registration is closed.
         */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an email with the link of a mail
         * @description The token is the text after `#token=` in the link. It works once, for 7 days, and counts only with the `password` of its user or with an access token of that user: a mail may have gone to a person whose address another one has registered. Sign-up credits that wait for the verified email are granted. Nothing ends.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request another mail with a link that verifies the email
         * @description The new link replaces the earlier one. Sends nothing when the email is verified, without a mailer, and beyond 3 mails an hour.
         */
        post: operations["requestEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register/invited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up with the link of an invitation, and sign in
         * @description Creates a user with the invited email as a member of the account that invites. A mailed link verifies the email, one that was handed over does not. Works also while registration is closed. Grants no sign-up credits. A person with an account here signs in and accepts instead.
         */
        post: operations["registerInvited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in user’s account: name, plan, limits, alert, suspension
         * @description The balance is a route of its own.
         */
        get: operations["getOwnAccount"];
        put?: never;
        post?: never;
        /**
         * Delete the account and all personal data in it
         * @description From the response on, its API keys are rejected and its people cannot sign in to it. Who belongs to no other account is deleted too. A worker then erases prompts, files and all other personal data. The entries of the ledger stay, without notes. A 409 says what is left; `force` cancels and writes it off. Users of an outside sign-on have no password: an administrator deletes their account.
         */
        delete: operations["deleteOwnAccount"];
        options?: never;
        head?: never;
        /**
         * Name the account, or set below which balance a mail is sent
         * @description Only the given settings change. A balance that is already below a new `alertBelow` counts as a crossing at once. The next one is a fall below it after the balance was at it or above. Mails go to a verified address only, at most 10 an hour.
         */
        patch: operations["updateOwnAccount"];
        trace?: never;
    };
    "/api/account/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The members of the account, and its open invitations
         * @description An account has at most 100 of both.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave the account
         * @description Every member may leave. An owner removes every other one; an admin developers, viewers and billing. The member’s sessions in this account end at once, and so do invitations that the member has sent. API keys stay: they belong to the account. A user without another account gets a new, empty one.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Give a member another role
         * @description An owner gives every role; an admin those of developers, viewers and billing, to such members. It holds from the next request on. Invitations that the member has sent end.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/account/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person to the account
         * @description A link is mailed that works once, for 7 days. Inviting the same email again replaces the invitation and its link. An owner gives every role; an admin those of developers, viewers and billing. At most 30 an hour. Where mail is configured, the caller must have verified the email (403 `email_not_verified`); where it is not, the response to an owner has the link.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation as the signed-in user
         * @description The user’s email must be the invited one. A person without an account here signs up with the link instead: `POST /api/auth/register/invited`.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Its link stops working at once.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All data of the account
         * @description A ZIP with a JSON file each for the account, its members, keys (masked), predictions with their input, ledger, payments, audit trail, end users, and a list of its stored files. It has neither secrets nor the files themselves. One export of an account runs at a time (409 `export_in_progress`).
         */
        get: operations["exportOwnAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balance, spending of 30 days, limits, latest results; counts against nothing
         * @description What the start page shows, in one request.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a prediction would be charged; counts against nothing
         * @description Checks the body as a start does and returns its price. Nothing is charged or created.
         */
        post: operations["quoteDashboardPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account’s predictions, newest first, with thumbnails
         * @description Filters combine. Pass `nextCursor` as `cursor` to read the next page.
         */
        get: operations["listDashboardPredictions"];
        put?: never;
        /**
         * Start a prediction without a key
         * @description Charged and run as one that a key starts. Its `keyId` is null and its `env` is live.
         */
        post: operations["startDashboardPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/reframes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account’s reframes, newest first, with thumbnails
         * @description The history of the operation `reframe` alone, with the same filters.
         */
        get: operations["listDashboardReframes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/predictions/{predictionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A prediction: status, result, input, charge and refund
         * @description With `wait`, responds as soon as it is final, or after that many seconds.
         */
        get: operations["getDashboardPrediction"];
        put?: never;
        post?: never;
        /**
         * Delete what a finished prediction contains
         * @description Its files are removed, its links return 410, and `prompt` and `input` are emptied. The ledger and the cost stay. Deleting again returns the same.
         */
        delete: operations["deleteDashboardPrediction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/predictions/{predictionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a prediction
         * @description A final prediction is returned unchanged.
         */
        post: operations["cancelDashboardPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a picture or a video to start predictions from
         * @description The body is the file itself, or a form with the part `file`. A picture has at most 25 MB, a video 100 MB; the operator can set less with `UPLOAD_MAX_MB` (default: 100). An upload is kept for `UPLOAD_RETENTION_HOURS` (default: 24), which the operator sets, and as long as a prediction needs it.
         */
        post: operations["uploadDashboardMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/credits/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Spendable and held credits, and the plan
         * @description `held` is the cost of the predictions that are running.
         */
        get: operations["getDashboardBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/credits/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The statement: every grant, charge, refund, adjustment, debt and expiry, newest first
         * @description Filters combine. Each entry contains the balance after it.
         */
        get: operations["listDashboardLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/credits/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole statement as CSV (RFC 4180)
         * @description The same filters as the statement, all pages in one file. An account gets one file at a time: 503 with `Retry-After` while others are sent.
         */
        get: operations["downloadDashboardLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/credits/spend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was spent, by model, by key or by day
         * @description Charges minus refunds of a range of days, grouped.
         */
        get: operations["getSpending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The predictions of the account, their credits and durations, added up
         * @description Predictions that were started in [`from`, `to`), with what they were charged and refunded until now. A report reads at most 1,000,000 predictions and has at most 10,000 items (400), and takes 20 s at most (503). `Accept: text/csv` returns a file.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The requests of the account’s API keys, newest first
         * @description Also those that were refused, except with 401. A request is in the list about a second after its response. Filters combine. A page reads 2,000 requests at most: with filters it can have fewer items than `limit`, or none, and still a `nextCursor`. The operator sets how long requests are kept with `REQUEST_LOG_DAYS` (default: 7, which is also the most; 0: none are recorded).
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what in the account, newest first
         * @description Filters combine. A page reads 2,000 events at most: with several filters it can have fewer items than `limit`, or none, and still a `nextCursor`. `Accept: text/csv` returns all pages in one file.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what in all accounts and in the installation, newest first
         * @description Filters combine. A page reads 2,000 events at most: with several filters it can have fewer items than `limit`, or none, and still a `nextCursor`. `Accept: text/csv` returns all pages in one file. An operator key without `accounts:read` gets ids, and no names of people.
         */
        get: operations["listAllAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/operator-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operator keys, newest first, ended ones included
         * @description Without the secrets. `masked` shows the end of each one.
         */
        get: operations["listOperatorKeys"];
        put?: never;
        /**
         * Create an operator key; only this response contains the secret
         * @description It works on the routes of `/api/admin` that name a scope of operator keys, and nowhere else. There are at most 20 usable ones.
         */
        post: operations["createOperatorKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/operator-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an operator key permanently; idempotent
         * @description Requests with the key return 401 from then on.
         */
        delete: operations["revokeOperatorKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models of the catalogue, with their prices, switched off or not
         * @description Without engine settings: these are in the files alone. `differences` lists what was changed live and is not so in the files.
         */
        get: operations["listCatalogueModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/models/{modelKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a model without a restart
         * @description Only the given fields change, at once on this process and within a second on all others. A price that changes can still be charged by its `priceVersion` for a minute. Predictions that were accepted stay as they are.
         */
        patch: operations["updateCatalogueModel"];
        trace?: never;
    };
    "/api/admin/catalogue/models/{modelKey}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a model was before, newest first
         * @description With who changed it and why. Version 1 is what the files say.
         */
        get: operations["listCatalogueModelVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/models/{modelKey}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a model what it was in an earlier version
         * @description That is a new version. Version 1 makes it what the files say.
         */
        post: operations["restoreCatalogueModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The plans of the catalogue, switched off or not
         * @description `differences` lists what was changed live and is not so in the file.
         */
        get: operations["listCataloguePlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/plans/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a plan without a restart
         * @description Only the given fields change, within a second on all processes. `null` removes a limit.
         */
        patch: operations["updateCataloguePlan"];
        trace?: never;
    };
    "/api/admin/catalogue/plans/{key}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a plan was before, newest first
         * @description With who changed it and why. Version 1 is what the files say.
         */
        get: operations["listCataloguePlanVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/plans/{key}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a plan what it was in an earlier version
         * @description That is a new version. Version 1 makes it what the files say.
         */
        post: operations["restoreCataloguePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The packs of the catalogue, for sale or not
         * @description `differences` lists what was changed live and is not so in the file.
         */
        get: operations["listCataloguePacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/packs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a pack without a restart
         * @description Only the given fields change, within a second on all processes. Orders that were made keep their price.
         */
        patch: operations["updateCataloguePack"];
        trace?: never;
    };
    "/api/admin/catalogue/packs/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a pack was before, newest first
         * @description With who changed it and why. Version 1 is what the files say.
         */
        get: operations["listCataloguePackVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/packs/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a pack what it was in an earlier version
         * @description That is a new version. Version 1 makes it what the files say.
         */
        post: operations["restoreCataloguePack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/catalogue/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue that holds, as YAML
         * @description The files with what was changed live, without secrets: one document per file, with its name in a comment. Save it as one file of a catalogue directory, or each document as its own.
         */
        get: operations["exportCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/credits/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Grant credits to an account
         * @description An `Idempotency-Key` is kept with the transfer for ever, in one namespace for the whole installation: a repeated request gets the first response, also one of another sender. Operator keys must send one.
         */
        post: operations["grantCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/credits/adjustments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct a balance by hand, up or down; never below zero
         * @description An `Idempotency-Key` is kept with the transfer for ever, in one namespace for the whole installation: a repeated request gets the first response, also one of another sender. Operator keys must send one.
         */
        post: operations["adjustCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All accounts, newest first
         * @description `search` finds accounts by a part of an email. Filters combine.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account, with or without a user
         * @description It has `credits` and no sign-up credits. An operator key needs `credits:write` for `credits` and for a plan with `monthlyCredits`. A user is mailed a link that sets the password. An `Idempotency-Key` is kept for ever: a repeated request gets the same account, as it is now.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account, with its keys
         * @description With its users, its balance and its keys, without their secrets.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete an account and all personal data in it; idempotent
         * @description As DELETE /api/account does for its owner. An operator key needs `credits:write` too when `force` writes off credits or a debt, or cancels predictions. Administrators delete their own account with the password.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Suspend an account or lift its suspension, or change its plan or limits; idempotent
         * @description Only the given fields change, all or none. An operator key needs `credits:write` too for a plan with `monthlyCredits`. From the next request on, the API keys of a suspended account return 403 `account_suspended`, and so do starts of predictions, uploads and new keys in the dashboard. Its people can still sign in, read, cancel and delete. What runs continues and is settled. A subscription is paid and granted each month also while the account is suspended: `subscription` shows it, and `endSubscription` ends it. An administrator cannot suspend the own account (409).
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/api/admin/accounts/{id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The statement of an account, newest first
         * @description Every grant, charge, refund and adjustment of the account.
         */
        get: operations["listAccountLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments of all accounts, newest first
         * @description With `toRefund=true` those that granted nothing, and whose money has not gone back.
         */
        get: operations["listAllPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the money of a payment that granted nothing back; idempotent
         * @description The service does so by itself where it is sure. A payment that was granted is 409 `payment_not_rejected`: refund it at the payment service, which takes its credits back. One that the payment service cannot refund from here is 409 `refund_unavailable`.
         */
        post: operations["refundRejectedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subscriptions that are overdue, or whose account is suspended, newest first
         * @description One is overdue a day after `paidUntil`; `SUBSCRIPTION_GRACE_DAYS` after it a worker ends it, unless a month is paid at the payment service. For a suspended account months are still paid. `PATCH /api/admin/accounts/{id}` with `endSubscription` ends one.
         */
        get: operations["listUnsettledSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/predictions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Predictions of all accounts, newest first
         * @description Filters combine, also by account.
         */
        get: operations["listAllPredictions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/predictions/{predictionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A prediction of any account: state, timeline, input, result, charge and refund
         * @description With what its account sees of it, and its engine. The `prompt` and `input` of a deleted one are empty.
         */
        get: operations["getAnyPrediction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/predictions/{predictionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a prediction of any account; its cost is given back
         * @description A final prediction is returned unchanged.
         */
        post: operations["cancelAnyPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/predictions/{predictionId}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a prediction of any account as failed; its cost is given back
         * @description A final prediction is returned unchanged. Operators see the note, the customer does not.
         */
        post: operations["failAnyPrediction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The engines, their circuits and their models
         * @description With the state of their circuits and the settings that are missing.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/providers/{name}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an engine for a sign of life; costs nothing there
         * @description Sends one request that the engine does not charge for.
         */
        post: operations["checkProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ledger/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest verification of the ledger that an administrator requested
         * @description `null` when none was requested.
         */
        get: operations["getLedgerVerification"];
        put?: never;
        /**
         * Verify the ledger, beside the running service
         * @description One at a time: while one runs, another request returns that one.
         */
        post: operations["verifyLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Processes, queue, throughput, circuits, database and storage
         * @description The state at this moment. A part that cannot be read is null, and `problems` says why.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key of an account; only this response contains the secret
         * @description As POST /api/keys does for the account’s own users: it has at most 20 active and disabled keys.
         */
        post: operations["createAccountKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what in an account, newest first
         * @description Filters combine. A page reads 2,000 events at most: with several filters it can have fewer items than `limit`, or none, and still a `nextCursor`. `Accept: text/csv` returns all pages in one file.
         */
        get: operations["listAccountAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The members of an account, and its open invitations
         * @description As GET /api/account/members shows them to the account’s own people.
         */
        get: operations["listAccountMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All data of an account
         * @description A ZIP with a JSON file each for the account, its members, keys (masked), predictions with their input, ledger, payments, audit trail, end users, and a list of its stored files. It has neither secrets nor the files themselves. One export of an account runs at a time (409 `export_in_progress`).
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The predictions of all accounts, their credits and durations, added up
         * @description Predictions that were started in [`from`, `to`), with what they were charged and refunded until now. A report reads at most 1,000,000 predictions and has at most 10,000 items (400), and takes 20 s at most (503). `Accept: text/csv` returns a file. With what the engines charged and what remains, where the catalogue has `engineCost`.
         */
        get: operations["getAllUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The predictions of an account, their credits and durations, added up
         * @description Predictions that were started in [`from`, `to`), with what they were charged and refunded until now. A report reads at most 1,000,000 predictions and has at most 10,000 items (400), and takes 20 s at most (503). `Accept: text/csv` returns a file. With what the engines charged and what remains, where the catalogue has `engineCost`.
         */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Revenue, margin, load and failures of all accounts, beside those of the time before
         * @description Of [`from`, `to`) in whole hours, and of the range of the same length before it. Read from sums of the ledger, so it takes the same time whatever the number of predictions. `GET /api/admin/usage` adds up by other fields.
         */
        get: operations["getAdminOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process is up
         * @description Responds as long as the process can handle a request; it checks nothing else.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The database is writable, outputs can be stored, the worker accepts work; and the state of each engine
         * @description 503 while one of the first three is not so; a failed engine alone is no reason, and neither is an object store that all processes share: `checks.storage` is then `down`, and only uploads and downloads fail. For load balancers.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The metrics of this process, for Prometheus
         * @description With METRICS_TOKEN set, requires it as a bearer token; otherwise only callers on the same machine are served. 404 for all others.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description The whole contract as OpenAPI 3.1, with the models that this installation offers.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi-tools.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What programs with a key need, for tools of assistants
         * @description A small OpenAPI description for programs that make a tool of each operation: models, quotes, predictions, uploads, history and balance, with flat bodies; nothing of sign-in and administration.
         */
        get: operations["getOpenApiTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description as YAML
         * @description The same document as `/api/openapi.json`.
         */
        get: operations["getOpenApiYaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page that shows this description
         * @description The reference for people: the first steps, every model, every operation.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        WarningBody: {
            /** @example duration */
            field: string;
            /** @example duration is ignored: embedded-image has no use for it */
            message: string;
        };
        GenerateBody: {
            success: boolean;
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /**
             * Format: double
             * @description Credits charged.
             */
            creditCost: number;
            /** @description Fields that every model accepts and this one ignores; absent if there are none. */
            warnings?: components["schemas"]["WarningBody"][];
        };
        QueueBody: {
            /** Format: int64 */
            position: number;
            /**
             * Format: int64
             * @description Expected seconds until its end, from what such predictions took here.
             */
            etaSeconds?: number;
        };
        OutputMarkBody: {
            /**
             * Format: uri
             * @description `Iptc4xmpExt:DigitalSourceType` in the file, a term of IPTC's vocabulary; null when it has none.
             * @example http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia
             */
            digitalSourceType: string | null;
            /** @description Whether the file holds a C2PA manifest. */
            c2pa: boolean;
        };
        OutputBody: {
            /**
             * Format: uri
             * @description Signed; works without a key until `urlExpiresAt`.
             */
            url: string;
            /**
             * Format: date-time
             * @description When this link expires; a later read returns a new one.
             */
            urlExpiresAt: string;
            /** @example image/png */
            contentType: string;
            /** Format: int64 */
            bytes: number;
            /** @description Hex. */
            sha256: string;
            /**
             * Format: int64
             * @description Pixels.
             */
            width?: number;
            /**
             * Format: int64
             * @description Pixels.
             */
            height?: number;
            /** Format: double */
            durationSeconds?: number;
            /** @description Absent for files from before marks were recorded. */
            mark?: components["schemas"]["OutputMarkBody"];
        };
        FailureBody: {
            /** @enum {string} */
            code: "provider_error" | "provider_timeout" | "content_rejected" | "invalid_input" | "output_unavailable" | "deadline_exceeded" | "cancelled" | "internal_error";
            message: string;
            /** @description Whether the same request may succeed when sent again. */
            retryable: boolean;
        };
        TimelineEntry: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            event: "accepted" | "charged" | "queued" | "attempt_started" | "submitted" | "attempt_failed" | "engine_busy" | "retry_scheduled" | "output_stored" | "completed" | "failed" | "refunded" | "cancelled";
            /** Format: int64 */
            attempt?: number;
            message?: string;
        };
        StartedBody: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            success: boolean;
            /** @description Fields that every model accepts and this one ignores; absent if there are none. */
            warnings?: components["schemas"]["WarningBody"][];
        };
        ErrorBody: {
            /**
             * Format: int64
             * @example 403
             */
            statusCode: number;
            /**
             * @example insufficient_scope
             * @enum {string}
             */
            code: "validation_failed" | "malformed_request" | "malformed_json" | "signature_invalid" | "link_invalid" | "model_not_found" | "invalid_api_key" | "invalid_operator_key" | "invalid_token" | "invalid_credentials" | "invalid_refresh_token" | "insufficient_credits" | "key_spend_limit_reached" | "end_user_spend_limit_reached" | "account_owes" | "account_suspended" | "insufficient_scope" | "ip_not_allowed" | "model_not_allowed" | "model_not_in_plan" | "forbidden" | "upload_not_allowed" | "email_not_verified" | "registration_closed" | "not_found" | "key_not_found" | "session_not_found" | "prediction_not_found" | "account_not_found" | "operator_key_not_found" | "member_not_found" | "invitation_not_found" | "payment_not_found" | "plan_not_found" | "pack_not_found" | "provider_not_found" | "method_not_allowed" | "setup_completed" | "email_taken" | "external_id_taken" | "operator_key_limit_reached" | "active_key_limit_reached" | "already_member" | "last_owner" | "member_limit_reached" | "account_not_empty" | "export_in_progress" | "own_account_not_deletable" | "own_account_not_suspendable" | "key_not_rotatable" | "prediction_processing" | "idempotency_in_progress" | "payments_unavailable" | "price_changed" | "checkout_paid" | "order_expired" | "payment_not_rejected" | "refund_unavailable" | "already_subscribed" | "upload_space_used" | "request_timeout" | "file_removed" | "link_expired" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "expectation_failed" | "idempotency_mismatch" | "content_rejected" | "headers_too_large" | "rate_limited" | "internal_error" | "service_unavailable" | "storage_full";
            message: string;
            /** @description The same as the X-Request-Id header. */
            requestId: string;
            /** @description The rejected fields; for `insufficient_credits` the values `required` and `balance`, for `account_owes` the value `owed`, for a spend limit `required`, `limit`, `spent` and `resetsAt` (null: never). */
            details?: {
                field?: string;
                message?: string;
                /** Format: double */
                required?: number;
                /** Format: double */
                balance?: number;
                /** Format: double */
                owed?: number;
                /** Format: double */
                limit?: number;
                /** Format: double */
                spent?: number;
                /** Format: date-time */
                resetsAt?: string | null;
            }[];
        };
        RateLimitBody: {
            /** @enum {integer} */
            statusCode: 429;
            /** @example Rate limit exceeded for this API key (120/min) */
            message: string;
            /**
             * @description Never sent: the body has two fields. Compare the status.
             * @enum {string}
             */
            code?: "rate_limited";
        };
        QuoteRefusalBody: {
            /** @enum {string} */
            code: "key_spend_limit_reached" | "end_user_spend_limit_reached";
            /**
             * Format: double
             * @description Credits per period.
             */
            limit: number;
            /**
             * Format: double
             * @description Credits spent in the current period.
             */
            spent: number;
            /**
             * Format: date-time
             * @description When the count begins anew. Null: never.
             */
            resetsAt: string | null;
        };
        QuoteBody: {
            success: boolean;
            modelKey: string;
            model: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /**
             * Format: double
             * @description Credits the same request would be charged.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Credits spendable now.
             */
            balance: number;
            /** @description Whether the balance and every spend limit cover the cost now. */
            affordable: boolean;
            /**
             * @description Names this price. Sent with POST /api/generate, that is what is charged, or it is 409 `price_changed`.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion: string;
            /**
             * Format: date-time
             * @description Until then the price can be charged, also if it changes before.
             */
            validUntil: string;
            /** @description Only when the balance covers the cost and a spend limit does not. */
            refusal?: components["schemas"]["QuoteRefusalBody"];
            /** @description Fields that every model accepts and this one ignores; absent if there are none. */
            warnings?: components["schemas"]["WarningBody"][];
        };
        PredictionView: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
        };
        NotFoundBody: {
            /** @enum {string} */
            code: "prediction_not_found";
            message: string;
            /** @enum {boolean} */
            retryable: false;
        };
        MissingPrediction: {
            /** @description As sent. */
            predictionId: string;
            /** @constant */
            status: null;
            error: components["schemas"]["NotFoundBody"];
        };
        StatusesBody: {
            success: boolean;
            /** @description In the order of `ids`. */
            items: (components["schemas"]["PredictionView"] | components["schemas"]["MissingPrediction"])[];
        };
        StatusBody: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            success: boolean;
        };
        HistoryEntry: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            prompt: string | null;
            /** @description The input with defaults filled in. */
            input: {
                [key: string]: unknown;
            };
            /** @description The key that started it; null: it was started in the dashboard. */
            keyId: string | null;
            /** @enum {string} */
            env: "live" | "test";
        };
        HistoryPageBody: {
            success: boolean;
            items: components["schemas"]["HistoryEntry"][];
            nextCursor: string | null;
        };
        UploadBody: {
            success: boolean;
            /**
             * Format: uri
             * @description For `imageUrl` or `videoUrl` of a prediction. Signed and expiring.
             */
            url: string;
            /**
             * @description By its content.
             * @example image/png
             */
            contentType: string;
            /** Format: int64 */
            bytes: number;
            /** @description Hex. */
            sha256: string;
            /**
             * Format: int64
             * @description Pixels.
             */
            width: number;
            /**
             * Format: int64
             * @description Pixels.
             */
            height: number;
            /** Format: double */
            durationSeconds?: number;
            /**
             * Format: date-time
             * @description When it is removed.
             */
            expiresAt: string;
        };
        AuditActorView: {
            /** @enum {string} */
            kind: "user" | "admin" | "api_key" | "operator_key" | "command" | "payment_provider" | "system";
            /** @description Public id; null for an actor without one. */
            id: string | null;
            /** @description As administrators see it now: the email of a user, or the name of a key. */
            name?: string;
        };
        AuditEvent: {
            /** @example aud_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** Format: date-time */
            createdAt: string;
            actor: components["schemas"]["AuditActorView"];
            /** @description IP address of the caller. Null when there is none, when it was erased, and for an actor of the operator. */
            address: string | null;
            /** @example credits.granted */
            action: string;
            /** @description Public id of what was changed. */
            target: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            /** @description `X-Request-Id` of the request. */
            requestId: string | null;
        };
        AuditPageBody: {
            success: boolean;
            items: components["schemas"]["AuditEvent"][];
            nextCursor: string | null;
        };
        AdminAuditEvent: {
            /** @example aud_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** Format: date-time */
            createdAt: string;
            actor: components["schemas"]["AuditActorView"];
            /** @description IP address of the caller. Null when there is none, when it was erased, and for an actor of the operator. */
            address: string | null;
            /** @example credits.granted */
            action: string;
            /** @description Public id of what was changed. */
            target: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            /** @description `X-Request-Id` of the request. */
            requestId: string | null;
            /** @description Null for a change of the installation. */
            accountId: string | null;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /** @description What `target` is called now: the email of a user or an account, or the name of a key. */
            targetName: string | null;
        };
        AdminAuditPageBody: {
            success: boolean;
            items: components["schemas"]["AdminAuditEvent"][];
            nextCursor: string | null;
        };
        RequestRecord: {
            /**
             * Format: date-time
             * @description When it arrived.
             */
            at: string;
            /** @example key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            keyId: string;
            /** @example GET */
            method: string;
            /**
             * @description The template of the route, never the path of the request.
             * @example /api/generate/status/:predictionId
             */
            route: string;
            /**
             * Format: int64
             * @description Null: the caller disconnected before the end of the response.
             */
            status: number | null;
            /** @description Code of the error. */
            code: string | null;
            /**
             * Format: int64
             * @description Milliseconds from the request to the end of its response.
             */
            ms: number;
            /** @description The prediction that it started, or that its path names. */
            predictionId: string | null;
            /**
             * Format: int64
             * @description Requests that this entry stands for: itself, and those of the same key, method, route and status of about a second that were too many for entries of their own.
             */
            count: number;
        };
        RequestsPageBody: {
            success: boolean;
            items: components["schemas"]["RequestRecord"][];
            nextCursor: string | null;
        };
        NamedAccount: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @description What its people call it. */
            name: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        AccountLimits: {
            /**
             * Format: int64
             * @description Active and disabled keys.
             * @example 20
             */
            maxActiveKeys: number;
            /**
             * Format: int64
             * @description The highest `rateLimit` of a key, in requests per minute.
             * @example 6000
             */
            maxRateLimit: number;
        };
        AccountSettingsBody: {
            success: boolean;
            account: components["schemas"]["NamedAccount"];
            /**
             * @description The key of its plan.
             * @example free
             */
            plan: string;
            /** @description What the account may have. */
            limits: components["schemas"]["AccountLimits"];
            /**
             * Format: double
             * @description Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.
             * @example 100
             */
            alertBelow: number | null;
            /** @description Its API keys are rejected, and it starts no predictions. */
            suspended: boolean;
        };
        UpdateOwnAccountDto: {
            /**
             * @description What its people call it, 1–100 characters after trimming. Null removes it.
             * @example Render farm
             */
            name?: string | null;
            /**
             * Format: double
             * @description Credits, at most 3 decimals. A balance below them sends a mail, once per crossing. Null: none.
             * @example 100
             */
            alertBelow?: number | null;
        };
        RegisterDto: {
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** Format: password */
            password: string;
        };
        UserBody: {
            /** @example usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @description Null when an outside provider reported none. */
            email: string | null;
            /** @enum {string} */
            role: "user" | "admin";
            /** @description Whether the user has shown to receive mails at this email. */
            emailVerified: boolean;
            /** @description Whether `POST /api/auth/email/verification` can send a mail: mail is configured, and the email is not verified. */
            canVerifyEmail: boolean;
            /**
             * Format: double
             * @description Sign-up credits that are granted when the email is verified.
             * @example 0
             */
            pendingCredits: number;
        };
        AccountBody: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description The key of its plan.
             * @example free
             */
            plan: string;
            /**
             * @description The role of the user in it.
             * @enum {string}
             */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
        };
        UserAccountBody: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @description What its people call it. */
            name: string | null;
            /**
             * @description The role of the user in it.
             * @enum {string}
             */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
        };
        SessionBody: {
            success: boolean;
            user: components["schemas"]["UserBody"];
            account: components["schemas"]["AccountBody"];
            /** @description All accounts of the user, at most 100. */
            accounts: components["schemas"]["UserAccountBody"][];
            /** @description For `Authorization: Bearer` on dashboard routes. */
            accessToken: string;
            /**
             * Format: int64
             * @description Seconds. After a switch of a user of an outside provider: what is left, 0 when its token does not say so.
             * @example 900
             */
            expiresIn: number;
            /** @description Only for pages of `CORS_ORIGINS` on another site, which get no cookie. */
            refreshToken?: string;
        };
        LoginDto: {
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** Format: password */
            password: string;
        };
        RefreshDto: {
            /** @description The refresh token, for clients without cookies. */
            refreshToken?: string;
        };
        SwitchAccountDto: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            accountId: string;
        };
        ProfileBody: {
            success: boolean;
            user: components["schemas"]["UserBody"];
            account: components["schemas"]["AccountBody"];
            /** @description All accounts of the user, at most 100. */
            accounts: components["schemas"]["UserAccountBody"][];
        };
        ChangePasswordDto: {
            /** Format: password */
            current: string;
            /** Format: password */
            next: string;
        };
        ForgotPasswordDto: {
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
        };
        AcceptedBody: {
            success: boolean;
        };
        ResetPasswordDto: {
            /** @description The text after `#token=` in the link. */
            token: string;
            /** Format: password */
            password: string;
        };
        SessionRecord: {
            /** @example ses_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the session was last renewed; an open page renews it every 15 minutes.
             */
            lastUsedAt: string;
            /** @description The `User-Agent` of the sign-in. */
            userAgent: string | null;
            /** @description The IP address of the sign-in. */
            address: string | null;
            /** @description True for the session of this request. */
            current: boolean;
        };
        SessionListBody: {
            success: boolean;
            items: components["schemas"]["SessionRecord"][];
        };
        SetUpDto: {
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** Format: password */
            password: string;
            /** @description The text after `#token=` in the link. */
            token: string;
        };
        VerifyEmailDto: {
            /** @description The text after `#token=` in the link. */
            token: string;
            /**
             * Format: password
             * @description Of the user. Needed unless the user is signed in.
             */
            password?: string;
        };
        MemberRecord: {
            /** @example usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            userId: string;
            /**
             * @description Null when an outside provider reported none.
             * @example ada@example.com
             */
            email: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
            /** Format: date-time */
            since: string;
        };
        InvitationRecord: {
            /** @example inv_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example grace@example.com */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
            /** Format: date-time */
            expiresAt: string;
        };
        MemberListBody: {
            success: boolean;
            items: components["schemas"]["MemberRecord"][];
            /** @description Those that are open, newest first. */
            invitations: components["schemas"]["InvitationRecord"][];
        };
        UpdateMemberDto: {
            /**
             * @example viewer
             * @enum {string}
             */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
        };
        MemberBody: {
            /** @example usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            userId: string;
            /**
             * @description Null when an outside provider reported none.
             * @example ada@example.com
             */
            email: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
            /** Format: date-time */
            since: string;
            success: boolean;
        };
        InviteDto: {
            /**
             * Format: email
             * @example grace@example.com
             */
            email: string;
            /**
             * @example developer
             * @enum {string}
             */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
        };
        InvitationBody: {
            /** @example inv_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example grace@example.com */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
            /** Format: date-time */
            expiresAt: string;
            success: boolean;
            /** @description Whether a mail with the link is sent. False without a mailer, and for an address that got 3 within the hour. */
            mailed: boolean;
            /**
             * @description The link, for owners where mail is not configured. Whoever has it joins the account: give it to the invited person alone. It proves no address.
             * @example https://api.example.com/invitations/accept#token=…
             */
            url?: string;
        };
        AcceptInvitationDto: {
            /** @description The text after `#token=` in the link. */
            token: string;
        };
        JoinedAccount: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @description What its people call it. */
            name: string | null;
            /**
             * @description The role of the user in it.
             * @enum {string}
             */
            role: "owner" | "admin" | "developer" | "viewer" | "billing";
        };
        JoinedBody: {
            success: boolean;
            /** @description `POST /api/auth/switch` continues in it. */
            account: components["schemas"]["JoinedAccount"];
        };
        RegisterInvitedDto: {
            /** @description The text after `#token=` in the link. */
            token: string;
            /** Format: password */
            password: string;
        };
        SpendLimitDto: {
            /**
             * Format: double
             * @description Credits per period, at most 3 decimals.
             * @example 100
             */
            credits: number;
            /**
             * @description A calendar day, week (from Monday) or month in UTC, or all time.
             * @enum {string}
             */
            period: "day" | "week" | "month" | "total";
        };
        CreateKeyDto: {
            /**
             * Format: date-time
             * @description Requests are rejected from then on. In the future, with a time zone; null: never.
             * @example 2099-12-31T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * @description The only addresses and networks (CIDR) that the key may be used from, IPv4 or IPv6; null: every address. IPv4 in its notation as IPv6 counts as IPv4.
             * @example [
             *       "198.51.100.7",
             *       "2001:db8::7",
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowedIps?: string[] | null;
            /**
             * @description The only models that the key may start or quote, as `modelKey`; null: every model.
             * @example [
             *       "embedded-image"
             *     ]
             */
            allowedModels?: string[] | null;
            /**
             * @description At most 16 texts of at most 500 characters, for your own use; null: none.
             * @example {
             *       "service": "render-farm"
             *     }
             */
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * @description Label, 1–100 characters after trimming.
             * @example Production
             */
            name: string;
            /** @description Scopes of the key; duplicates are removed. */
            scopes: ("read" | "write" | "generate:image" | "generate:video" | "generate:audio" | "generate:3d" | "billing")[];
            /** @description Requests per minute, at most what the account’s plan allows. Default: 120, or less where the plan allows less. */
            rateLimit?: number;
            /**
             * @description Sets the prefix. `test` charges credits as well. Default: `"live"`.
             * @enum {string}
             */
            env?: "live" | "test";
            /** @description What predictions of this key may cost. Null: no limit. */
            spendLimit?: components["schemas"]["SpendLimitDto"] | null;
        };
        SpentBody: {
            /**
             * Format: double
             * @description Credits charged and not refunded in the current period. Without a limit: ever.
             * @example 12.5
             */
            credits: number;
            /**
             * Format: date-time
             * @description When the count begins anew. Null: never.
             */
            periodEndsAt: string | null;
        };
        CreatedKeyBody: {
            /** @description Null: no limit. */
            spendLimit: components["schemas"]["SpendLimitDto"] | null;
            spent: components["schemas"]["SpentBody"];
            /** @example key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example Production */
            name: string;
            /**
             * @description Prefix, 12 stars, last 4 characters.
             * @example of_live_************1a2b
             */
            masked: string;
            /** @enum {string} */
            prefix: "of_live" | "of_test";
            scopes: ("read" | "write" | "generate:image" | "generate:video" | "generate:audio" | "generate:3d" | "billing")[];
            /**
             * Format: int64
             * @description Requests per minute.
             * @example 120
             */
            rateLimit: number;
            /**
             * Format: int64
             * @description Requests that the key authenticated, including rejected ones.
             * @example 0
             */
            requests: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked, or stopped working after its rotation; null before.
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description When it stops working by itself: its expiry, or the end of the grace after its rotation.
             */
            expiresAt: string | null;
            /** @description The only models that it may start or quote; null: every model. */
            allowedModels: string[] | null;
            /** @description The only addresses and networks that it may be used from; null: every address. */
            allowedIps: string[] | null;
            metadata: {
                [key: string]: string;
            };
            /** @description The id of the key that it has replaced. */
            replaces: string | null;
            /** @description The id of the key that has replaced it. */
            replacedBy: string | null;
            /**
             * @description `retiring`: replaced, and still working until `expiresAt`. `disabled`, `expired` and `revoked`: requests return 401.
             * @enum {string}
             */
            status: "active" | "retiring" | "disabled" | "expired" | "revoked";
            /** Format: date-time */
            createdAt: string;
            success: boolean;
            /**
             * @description The secret. Shown once; only its SHA-256 is kept.
             * @example of_live_000000000000000000000000000000000000000000000000
             */
            key: string;
        };
        KeyRecord: {
            /** @description Null: no limit. */
            spendLimit: components["schemas"]["SpendLimitDto"] | null;
            spent: components["schemas"]["SpentBody"];
            /** @example key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example Production */
            name: string;
            /**
             * @description Prefix, 12 stars, last 4 characters.
             * @example of_live_************1a2b
             */
            masked: string;
            /** @enum {string} */
            prefix: "of_live" | "of_test";
            scopes: ("read" | "write" | "generate:image" | "generate:video" | "generate:audio" | "generate:3d" | "billing")[];
            /**
             * Format: int64
             * @description Requests per minute.
             * @example 120
             */
            rateLimit: number;
            /**
             * Format: int64
             * @description Requests that the key authenticated, including rejected ones.
             * @example 0
             */
            requests: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked, or stopped working after its rotation; null before.
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description When it stops working by itself: its expiry, or the end of the grace after its rotation.
             */
            expiresAt: string | null;
            /** @description The only models that it may start or quote; null: every model. */
            allowedModels: string[] | null;
            /** @description The only addresses and networks that it may be used from; null: every address. */
            allowedIps: string[] | null;
            metadata: {
                [key: string]: string;
            };
            /** @description The id of the key that it has replaced. */
            replaces: string | null;
            /** @description The id of the key that has replaced it. */
            replacedBy: string | null;
            /**
             * @description `retiring`: replaced, and still working until `expiresAt`. `disabled`, `expired` and `revoked`: requests return 401.
             * @enum {string}
             */
            status: "active" | "retiring" | "disabled" | "expired" | "revoked";
            /** Format: date-time */
            createdAt: string;
        };
        KeyListBody: {
            success: boolean;
            /** @description All active, disabled and retiring keys, and the newest 500 ended ones, newest first. */
            keys: components["schemas"]["KeyRecord"][];
            /** @description Only where there are older ended keys. */
            nextCursor?: string;
            /**
             * @description Active and disabled keys an account may hold.
             * @enum {integer}
             */
            maxActive: 20;
        };
        UpdateKeyDto: {
            /**
             * Format: date-time
             * @description Requests are rejected from then on. In the future, with a time zone; null: never.
             * @example 2099-12-31T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * @description The only addresses and networks (CIDR) that the key may be used from, IPv4 or IPv6; null: every address. IPv4 in its notation as IPv6 counts as IPv4.
             * @example [
             *       "198.51.100.7",
             *       "2001:db8::7",
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowedIps?: string[] | null;
            /**
             * @description The only models that the key may start or quote, as `modelKey`; null: every model.
             * @example [
             *       "embedded-image"
             *     ]
             */
            allowedModels?: string[] | null;
            /**
             * @description At most 16 texts of at most 500 characters, for your own use; null: none.
             * @example {
             *       "service": "render-farm"
             *     }
             */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description The new label, 1–100 characters after trimming. */
            name?: string;
            /** @description Requests per minute, at most what the account’s plan allows. */
            rateLimit?: number;
            /** @description True: requests are rejected until it is set to false. */
            disabled?: boolean;
            /** @description Holds for the next request; what was already spent in the current period counts. Null removes it. */
            spendLimit?: components["schemas"]["SpendLimitDto"] | null;
        };
        KeyBody: {
            /** @description Null: no limit. */
            spendLimit: components["schemas"]["SpendLimitDto"] | null;
            spent: components["schemas"]["SpentBody"];
            /** @example key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example Production */
            name: string;
            /**
             * @description Prefix, 12 stars, last 4 characters.
             * @example of_live_************1a2b
             */
            masked: string;
            /** @enum {string} */
            prefix: "of_live" | "of_test";
            scopes: ("read" | "write" | "generate:image" | "generate:video" | "generate:audio" | "generate:3d" | "billing")[];
            /**
             * Format: int64
             * @description Requests per minute.
             * @example 120
             */
            rateLimit: number;
            /**
             * Format: int64
             * @description Requests that the key authenticated, including rejected ones.
             * @example 0
             */
            requests: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked, or stopped working after its rotation; null before.
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description When it stops working by itself: its expiry, or the end of the grace after its rotation.
             */
            expiresAt: string | null;
            /** @description The only models that it may start or quote; null: every model. */
            allowedModels: string[] | null;
            /** @description The only addresses and networks that it may be used from; null: every address. */
            allowedIps: string[] | null;
            metadata: {
                [key: string]: string;
            };
            /** @description The id of the key that it has replaced. */
            replaces: string | null;
            /** @description The id of the key that has replaced it. */
            replacedBy: string | null;
            /**
             * @description `retiring`: replaced, and still working until `expiresAt`. `disabled`, `expired` and `revoked`: requests return 401.
             * @enum {string}
             */
            status: "active" | "retiring" | "disabled" | "expired" | "revoked";
            /** Format: date-time */
            createdAt: string;
            success: boolean;
        };
        RotateKeyDto: {
            /** @description Seconds that the old key still works, at most 7 days; 0: none. Default: `0`. */
            graceSeconds?: number;
        };
        CreateOperatorKeyDto: {
            /**
             * Format: date-time
             * @description Requests are rejected from then on. In the future, with a time zone; null: never.
             * @example 2099-12-31T00:00:00Z
             */
            expiresAt?: string | null;
            /**
             * @description The only addresses and networks (CIDR) that the key may be used from, IPv4 or IPv6; null: every address. IPv4 in its notation as IPv6 counts as IPv4.
             * @example [
             *       "198.51.100.7",
             *       "2001:db8::7",
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowedIps?: string[] | null;
            /**
             * @description Label, 1–100 characters after trimming.
             * @example Shop
             */
            name: string;
            /** @description Scopes of the key; duplicates are removed. */
            scopes: ("accounts:read" | "accounts:write" | "keys:write" | "credits:write" | "usage:read" | "catalogue:write")[];
        };
        CreatedOperatorKeyBody: {
            /** @example opk_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example Shop */
            name: string;
            /**
             * @description Prefix, 12 stars, last 4 characters.
             * @example of_ops_************1a2b
             */
            masked: string;
            scopes: ("accounts:read" | "accounts:write" | "keys:write" | "credits:write" | "usage:read" | "catalogue:write")[];
            /** @description The only addresses and networks that it may be used from; null: every address. */
            allowedIps: string[] | null;
            /**
             * Format: int64
             * @description Requests that the key authenticated, including rejected ones.
             * @example 0
             */
            requests: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * @description `expired` and `revoked`: requests return 401.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description The administrator who created it; null: the command. */
            createdBy: string | null;
            /** @example ada@example.com */
            createdByEmail: string | null;
            /** Format: date-time */
            createdAt: string;
            success: boolean;
            /**
             * @description The secret. Shown once; only its SHA-256 is kept.
             * @example of_ops_000000000000000000000000000000000000000000000000
             */
            key: string;
        };
        OperatorKeyRecord: {
            /** @example opk_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example Shop */
            name: string;
            /**
             * @description Prefix, 12 stars, last 4 characters.
             * @example of_ops_************1a2b
             */
            masked: string;
            scopes: ("accounts:read" | "accounts:write" | "keys:write" | "credits:write" | "usage:read" | "catalogue:write")[];
            /** @description The only addresses and networks that it may be used from; null: every address. */
            allowedIps: string[] | null;
            /**
             * Format: int64
             * @description Requests that the key authenticated, including rejected ones.
             * @example 0
             */
            requests: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * @description `expired` and `revoked`: requests return 401.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description The administrator who created it; null: the command. */
            createdBy: string | null;
            /** @example ada@example.com */
            createdByEmail: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        OperatorKeysPage: {
            success: boolean;
            items: components["schemas"]["OperatorKeyRecord"][];
            nextCursor: string | null;
        };
        OperatorKeyBody: {
            /** @example opk_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example Shop */
            name: string;
            /**
             * @description Prefix, 12 stars, last 4 characters.
             * @example of_ops_************1a2b
             */
            masked: string;
            scopes: ("accounts:read" | "accounts:write" | "keys:write" | "credits:write" | "usage:read" | "catalogue:write")[];
            /** @description The only addresses and networks that it may be used from; null: every address. */
            allowedIps: string[] | null;
            /**
             * Format: int64
             * @description Requests that the key authenticated, including rejected ones.
             * @example 0
             */
            requests: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * @description `expired` and `revoked`: requests return 401.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description The administrator who created it; null: the command. */
            createdBy: string | null;
            /** @example ada@example.com */
            createdByEmail: string | null;
            /** Format: date-time */
            createdAt: string;
            success: boolean;
        };
        RequestsLeft: {
            /**
             * Format: int64
             * @description Requests per minute.
             * @example 120
             */
            limit: number;
            /**
             * Format: int64
             * @description Requests left in the window, after this one.
             * @example 119
             */
            remaining: number;
            /**
             * Format: int64
             * @description Seconds until a request is left; 0 while one is left.
             */
            resetSeconds: number;
        };
        SpendLeft: {
            /**
             * Format: double
             * @description Credits per period.
             * @example 100
             */
            limit: number;
            /**
             * Format: double
             * @description Credits that it may still spend in this period.
             * @example 87.5
             */
            remaining: number;
            /**
             * Format: date-time
             * @description When the period ends. Null: never.
             */
            resetsAt: string | null;
        };
        KeyLimits: {
            requests: components["schemas"]["RequestsLeft"];
            /** @description Null: no spend limit. */
            spend: components["schemas"]["SpendLeft"] | null;
        };
        OwnKeyBody: {
            /** @description Null: no limit. */
            spendLimit: components["schemas"]["SpendLimitDto"] | null;
            spent: components["schemas"]["SpentBody"];
            /** @example key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /** @example Production */
            name: string;
            /**
             * @description Prefix, 12 stars, last 4 characters.
             * @example of_live_************1a2b
             */
            masked: string;
            /** @enum {string} */
            prefix: "of_live" | "of_test";
            scopes: ("read" | "write" | "generate:image" | "generate:video" | "generate:audio" | "generate:3d" | "billing")[];
            /**
             * Format: int64
             * @description Requests per minute.
             * @example 120
             */
            rateLimit: number;
            /**
             * Format: int64
             * @description Requests that the key authenticated, including rejected ones.
             * @example 0
             */
            requests: number;
            /** Format: date-time */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked, or stopped working after its rotation; null before.
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description When it stops working by itself: its expiry, or the end of the grace after its rotation.
             */
            expiresAt: string | null;
            /** @description The only models that it may start or quote; null: every model. */
            allowedModels: string[] | null;
            /** @description The only addresses and networks that it may be used from; null: every address. */
            allowedIps: string[] | null;
            metadata: {
                [key: string]: string;
            };
            /** @description The id of the key that it has replaced. */
            replaces: string | null;
            /** @description The id of the key that has replaced it. */
            replacedBy: string | null;
            /**
             * @description `retiring`: replaced, and still working until `expiresAt`. `disabled`, `expired` and `revoked`: requests return 401.
             * @enum {string}
             */
            status: "active" | "retiring" | "disabled" | "expired" | "revoked";
            /** Format: date-time */
            createdAt: string;
            success: boolean;
            limits: components["schemas"]["KeyLimits"];
        };
        ModelEntry: {
            /** @example embedded-image */
            modelKey: string;
            /**
             * @description The resolved identifier it runs as.
             * @example embedded/scene-image
             */
            model: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            title: string;
            description: string;
            /** @description JSON Schema (2020-12) of the fields to send beside `modelKey`. */
            inputSchema: {
                [key: string]: unknown;
            };
            /** @description Credits: (base + perSecond × duration + perMegapixel × megapixels + perThousandCharacters × characters / 1000) × multipliers. */
            pricing: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description Recommended polling interval, milliseconds.
             */
            pollIntervalMs: number;
            /**
             * Format: double
             * @description Usual time from start to end, seconds.
             */
            typicalSeconds: number;
        };
        ModelsBody: {
            success: boolean;
            items: components["schemas"]["ModelEntry"][];
        };
        ModelBody: {
            /** @example embedded-image */
            modelKey: string;
            /**
             * @description The resolved identifier it runs as.
             * @example embedded/scene-image
             */
            model: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            title: string;
            description: string;
            /** @description JSON Schema (2020-12) of the fields to send beside `modelKey`. */
            inputSchema: {
                [key: string]: unknown;
            };
            /** @description Credits: (base + perSecond × duration + perMegapixel × megapixels + perThousandCharacters × characters / 1000) × multipliers. */
            pricing: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @description Recommended polling interval, milliseconds.
             */
            pollIntervalMs: number;
            /**
             * Format: double
             * @description Usual time from start to end, seconds.
             */
            typicalSeconds: number;
            success: boolean;
        };
        CatalogueDifference: {
            /** @example pricing */
            field: string;
            /**
             * @description What the files say; null: nothing.
             * @example {
             *       "base": 1
             *     }
             */
            file: unknown;
            /**
             * @description What holds; null: nothing.
             * @example {
             *       "base": 2
             *     }
             */
            live: unknown;
        };
        ModelRouteView: {
            /** @example embedded */
            provider: string;
            enabled: boolean;
        };
        AdminCatalogueModel: {
            /**
             * Format: int64
             * @description 1: as in the files.
             */
            version: number;
            /**
             * Format: date-time
             * @description Of this version.
             */
            changedAt: string | null;
            /** @description What was changed live and is not so in the files. */
            differences: components["schemas"]["CatalogueDifference"][];
            /** @description Why the settings of this version are not in force: the files no longer allow them. Null: they are. */
            problem: string | null;
            enabled: boolean;
            title: string;
            /** @example embedded-image */
            modelKey: string;
            /** @description Whether callers can use it: enabled, and an engine that is configured runs it. */
            offered: boolean;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            description: string;
            pricing: {
                [key: string]: unknown;
            };
            /**
             * @description Null for a model that needs a package which is not installed.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion: string | null;
            engineCost: {
                [key: string]: unknown;
            } | null;
            /** @description The preferred one first. */
            routes: components["schemas"]["ModelRouteView"][];
        };
        AdminCatalogueModelsBody: {
            success: boolean;
            /** @description In the order of the files. */
            items: components["schemas"]["AdminCatalogueModel"][];
        };
        UpdateModelDto: {
            /**
             * @description Why; kept with the version. Nothing personal.
             * @example The engine costs more
             */
            reason?: string;
            /**
             * @description False: new requests get `model_not_found`.
             * @example true
             */
            enabled?: boolean;
            /** @example A title */
            title?: string;
            /** @example What it is. */
            description?: string;
            /**
             * @description As in the files: `base`, `perSecond`, `perMegapixel`, `perThousandCharacters`, `multipliers`; credits of at most 3 decimals. It replaces the whole price.
             * @example {
             *       "base": 2,
             *       "perMegapixel": 2
             *     }
             */
            pricing?: {
                /** Format: double */
                base?: number;
                /** Format: double */
                perSecond?: number;
                /** Format: double */
                perMegapixel?: number;
                /** Format: double */
                perThousandCharacters?: number;
                multipliers?: {
                    [key: string]: {
                        [key: string]: number;
                    };
                };
            };
            /**
             * @description `perPrediction` and `perCredit`, in credits. Null: unknown.
             * @example {
             *       "perPrediction": 1.5
             *     }
             */
            engineCost?: {
                /** Format: double */
                perPrediction?: number;
                /** Format: double */
                perCredit?: number;
            } | null;
            /**
             * @description Engines of the files, the preferred one first. Those that are not named follow in the order of the files.
             * @example [
             *       {
             *         "provider": "embedded",
             *         "enabled": true
             *       }
             *     ]
             */
            routes?: {
                provider: string;
                /** @description Default: `true`. */
                enabled?: boolean;
            }[];
        };
        AdminCatalogueModelBody: {
            /**
             * Format: int64
             * @description 1: as in the files.
             */
            version: number;
            /**
             * Format: date-time
             * @description Of this version.
             */
            changedAt: string | null;
            /** @description What was changed live and is not so in the files. */
            differences: components["schemas"]["CatalogueDifference"][];
            /** @description Why the settings of this version are not in force: the files no longer allow them. Null: they are. */
            problem: string | null;
            enabled: boolean;
            title: string;
            /** @example embedded-image */
            modelKey: string;
            /** @description Whether callers can use it: enabled, and an engine that is configured runs it. */
            offered: boolean;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            description: string;
            pricing: {
                [key: string]: unknown;
            };
            /**
             * @description Null for a model that needs a package which is not installed.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion: string | null;
            engineCost: {
                [key: string]: unknown;
            } | null;
            /** @description The preferred one first. */
            routes: components["schemas"]["ModelRouteView"][];
            success: boolean;
        };
        CatalogueActor: {
            /** @example admin */
            kind: string;
            /** @description Public id. */
            id: string | null;
            /**
             * @description The email of a user, or the name of an operator key, as it is now.
             * @example ada@example.com
             */
            name: string | null;
        };
        CatalogueVersion: {
            /**
             * Format: int64
             * @description Without gaps. 1 is what the files say.
             */
            version: number;
            /**
             * Format: date-time
             * @description Null for version 1.
             */
            createdAt: string | null;
            /** @description Null for version 1. */
            actor: components["schemas"]["CatalogueActor"] | null;
            reason: string | null;
            /** @description `X-Request-Id` of the request. */
            requestId: string | null;
            /**
             * Format: int64
             * @description The version whose settings these are again.
             */
            restored: number | null;
            /** @description The fields that it has set. */
            change: {
                [key: string]: unknown;
            };
            /** @description All fields that replace those of the files. Null: the field is not there. */
            settings: {
                [key: string]: unknown;
            };
            /** @description Of a model: the version of its price with these settings. */
            priceVersion?: string | null;
        };
        CatalogueVersionPageBody: {
            success: boolean;
            items: components["schemas"]["CatalogueVersion"][];
            nextCursor: string | null;
        };
        RestoreVersionDto: {
            /**
             * @description Why; kept with the version. Nothing personal.
             * @example The engine costs more
             */
            reason?: string;
            /**
             * @description 1 is what the files say.
             * @example 1
             */
            version: number;
        };
        PlanPrice: {
            /**
             * Format: int64
             * @description In minor units of the currency, taxes included.
             * @example 1900
             */
            amount: number;
            /**
             * @description ISO 4217.
             * @example EUR
             */
            currency: string;
        };
        AdminCataloguePlan: {
            /**
             * Format: int64
             * @description 1: as in the files.
             */
            version: number;
            /**
             * Format: date-time
             * @description Of this version.
             */
            changedAt: string | null;
            /** @description What was changed live and is not so in the files. */
            differences: components["schemas"]["CatalogueDifference"][];
            /** @description Why the settings of this version are not in force: the files no longer allow them. Null: they are. */
            problem: string | null;
            enabled: boolean;
            title: string;
            /** @example pro */
            key: string;
            /** @description Whether new accounts get it. */
            isDefault: boolean;
            description: string | null;
            /** Format: int64 */
            maxRateLimit: number | null;
            /** Format: int64 */
            maxConcurrent: number | null;
            /**
             * Format: int64
             * @example 1
             */
            priority: number;
            models: string[] | null;
            /**
             * Format: int64
             * @description Days, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.
             */
            outputRetentionDays: number | null;
            /** Format: double */
            monthlyCredits: number | null;
            creditsExpire: boolean;
            price: components["schemas"]["PlanPrice"] | null;
        };
        AdminCataloguePlansBody: {
            success: boolean;
            /** @description In the order of the file. */
            items: components["schemas"]["AdminCataloguePlan"][];
        };
        UpdatePlanDto: {
            /**
             * @description Why; kept with the version. Nothing personal.
             * @example The engine costs more
             */
            reason?: string;
            /** @description False: accounts that have it keep it, no other one gets it. */
            enabled?: boolean;
            /** @example A title */
            title?: string;
            /** @example What it is. */
            description?: string | null;
            /**
             * @description Of a key, in requests per minute. Null: the highest that any key can have.
             * @example 600
             */
            maxRateLimit?: number | null;
            /**
             * @description Predictions in flight; more wait in line. Null: no limit.
             * @example 20
             */
            maxConcurrent?: number | null;
            /**
             * @description How many times as much of its work is begun as of accounts with 1. Null: 1.
             * @example 1
             */
            priority?: number | null;
            /**
             * @description Keys of models. Null: all.
             * @example [
             *       "embedded-image"
             *     ]
             */
            models?: string[] | null;
            /**
             * @description Days that outputs stored from now on are kept, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.
             * @example 7
             */
            outputRetentionDays?: number | null;
            /**
             * Format: double
             * @description Credits of each month: more than 0, at most 3 decimals. Null: none.
             * @example 2000
             */
            monthlyCredits?: number | null;
            /**
             * @description Whether the credits of a month expire at its end. It needs `monthlyCredits`. Null: false.
             * @example true
             */
            creditsExpire?: boolean | null;
            /**
             * @description Per month, taxes included, in minor units. It needs `monthlyCredits`; the default plan has none. Subscriptions keep the price and the credits that they were bought with. Null: not sold.
             * @example {
             *       "amount": 1900,
             *       "currency": "EUR"
             *     }
             */
            price?: {
                amount: number;
                currency: string;
            } | null;
        };
        AdminCataloguePlanBody: {
            /**
             * Format: int64
             * @description 1: as in the files.
             */
            version: number;
            /**
             * Format: date-time
             * @description Of this version.
             */
            changedAt: string | null;
            /** @description What was changed live and is not so in the files. */
            differences: components["schemas"]["CatalogueDifference"][];
            /** @description Why the settings of this version are not in force: the files no longer allow them. Null: they are. */
            problem: string | null;
            enabled: boolean;
            title: string;
            /** @example pro */
            key: string;
            /** @description Whether new accounts get it. */
            isDefault: boolean;
            description: string | null;
            /** Format: int64 */
            maxRateLimit: number | null;
            /** Format: int64 */
            maxConcurrent: number | null;
            /**
             * Format: int64
             * @example 1
             */
            priority: number;
            models: string[] | null;
            /**
             * Format: int64
             * @description Days, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.
             */
            outputRetentionDays: number | null;
            /** Format: double */
            monthlyCredits: number | null;
            creditsExpire: boolean;
            price: components["schemas"]["PlanPrice"] | null;
            success: boolean;
        };
        CataloguePackPrice: {
            /**
             * Format: int64
             * @example 1000
             */
            amount: number;
            /** @example EUR */
            currency: string;
        };
        AdminCataloguePack: {
            /**
             * Format: int64
             * @description 1: as in the files.
             */
            version: number;
            /**
             * Format: date-time
             * @description Of this version.
             */
            changedAt: string | null;
            /** @description What was changed live and is not so in the files. */
            differences: components["schemas"]["CatalogueDifference"][];
            /** @description Why the settings of this version are not in force: the files no longer allow them. Null: they are. */
            problem: string | null;
            enabled: boolean;
            title: string;
            /** @example small */
            id: string;
            description: string | null;
            /** Format: double */
            credits: number;
            price: components["schemas"]["CataloguePackPrice"];
            /**
             * Format: int64
             * @description Days. Null: its credits never expire.
             */
            expiresInDays: number | null;
        };
        AdminCataloguePacksBody: {
            success: boolean;
            /** @description In the order of the file. */
            items: components["schemas"]["AdminCataloguePack"][];
        };
        UpdatePackDto: {
            /**
             * @description Why; kept with the version. Nothing personal.
             * @example The engine costs more
             */
            reason?: string;
            /**
             * @description False: not for sale.
             * @example true
             */
            enabled?: boolean;
            /** @example A title */
            title?: string;
            /** @example What it is. */
            description?: string | null;
            /**
             * Format: double
             * @description More than 0, at most 3 decimals.
             * @example 1000
             */
            credits?: number;
            /**
             * @description Taxes included, in minor units. Orders that were made keep theirs.
             * @example {
             *       "amount": 1000,
             *       "currency": "EUR"
             *     }
             */
            price?: {
                amount: number;
                currency: string;
            };
            /**
             * @description The credits expire so many days after they have arrived. Orders that were made keep theirs. Null: never.
             * @example 365
             */
            expiresInDays?: number | null;
        };
        AdminCataloguePackBody: {
            /**
             * Format: int64
             * @description 1: as in the files.
             */
            version: number;
            /**
             * Format: date-time
             * @description Of this version.
             */
            changedAt: string | null;
            /** @description What was changed live and is not so in the files. */
            differences: components["schemas"]["CatalogueDifference"][];
            /** @description Why the settings of this version are not in force: the files no longer allow them. Null: they are. */
            problem: string | null;
            enabled: boolean;
            title: string;
            /** @example small */
            id: string;
            description: string | null;
            /** Format: double */
            credits: number;
            price: components["schemas"]["CataloguePackPrice"];
            /**
             * Format: int64
             * @description Days. Null: its credits never expire.
             */
            expiresInDays: number | null;
            success: boolean;
        };
        ExpiringCredits: {
            /**
             * Format: double
             * @example 250
             */
            credits: number;
            /**
             * Format: date-time
             * @description When they leave the balance, unless they were spent before.
             */
            at: string;
        };
        PlanDetails: {
            /** @example Pro */
            title: string;
            description: string | null;
            /**
             * Format: int64
             * @description The highest `rateLimit` of a key, in requests per minute. Null: the highest that any key can have.
             * @example 600
             */
            maxRateLimit: number | null;
            /**
             * Format: int64
             * @description Predictions in flight; more wait in line and are never refused. Null: no limit.
             * @example 20
             */
            maxConcurrent: number | null;
            /**
             * Format: int64
             * @description How many times as much of its work is begun as of accounts with 1, while both wait.
             * @example 1
             */
            priority: number;
            /** @description Keys of the models that its accounts may use; another one is 403 `model_not_in_plan`. Null: all. */
            models: string[] | null;
            /**
             * Format: double
             * @description Days that an output is kept from when it is stored. An account’s new plan holds for outputs that are stored later.
             * @example 30
             */
            outputRetentionDays: number;
            /**
             * Format: double
             * @description Credits that the account gets each month. Null: none.
             * @example 2000
             */
            monthlyCredits: number | null;
            /**
             * @description Whether the credits of a month expire at its end.
             * @example true
             */
            creditsExpire: boolean;
            /** @description Per month. Null: it is not sold. */
            price: components["schemas"]["PlanPrice"] | null;
        };
        BalanceBody: {
            /**
             * Format: double
             * @description Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.
             * @example 100
             */
            alertBelow: number | null;
            /**
             * @description Whether the balance is below `alertBelow`.
             * @example false
             */
            isLow: boolean;
            success: boolean;
            /**
             * Format: double
             * @description Spendable credits; at most 3 decimals.
             * @example 974.5
             */
            balance: number;
            /**
             * Format: double
             * @description Credits that were taken back after a refund or a dispute and had been spent. While it is more than 0, POST /api/generate is 402 `account_owes`; incoming credits cover it first.
             * @example 0
             */
            owed: number;
            /**
             * Format: double
             * @description Credits of processing predictions: charged already, and back when a prediction fails.
             * @example 12
             */
            held: number;
            /** @description Credits of the balance that expire, the soonest first, at most 100 times. Charges spend them in this order, and other credits after them. */
            expiring: components["schemas"]["ExpiringCredits"][];
            /**
             * @description The key of the account’s plan.
             * @example free
             */
            plan: string;
            /** @description What the plan allows. */
            planDetails: components["schemas"]["PlanDetails"];
            /**
             * Format: date-time
             * @description When the balance last changed.
             */
            updatedAt: string;
        };
        LedgerEntry: {
            /**
             * @description Opaque.
             * @example led_5d1c0b2f9e8a47360f1e2d3c4b5a6978
             */
            id: string;
            /** @enum {string} */
            kind: "grant" | "charge" | "refund" | "adjustment" | "debt" | "expiry";
            /**
             * Format: double
             * @description Credits, signed: what the balance changed by.
             * @example -4
             */
            amount: number;
            /**
             * Format: double
             * @example 996
             */
            balanceAfter: number;
            /** @description The prediction of a charge or refund. */
            predictionId: string | null;
            note: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        LedgerPageBody: {
            success: boolean;
            items: components["schemas"]["LedgerEntry"][];
            nextCursor: string | null;
        };
        GrantDto: {
            /**
             * @description Account whose balance changes.
             * @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f
             */
            accountId: string;
            /** @description Why; shown in the account’s ledger. */
            note: string;
            /**
             * Format: double
             * @description Credits, more than 0, at most 3 decimals.
             * @example 100
             */
            amount: number;
            /**
             * Format: date-time
             * @description When the credits expire, in the future, with a time zone; null: never. Credits that expire first are spent first, and a refund returns to where its charge came from.
             * @example 2099-12-31T00:00:00Z
             */
            expiresAt?: string | null;
        };
        GrantBody: {
            success: boolean;
            accountId: string;
            /**
             * Format: double
             * @description Credits that the balance changed by.
             */
            amount: number;
            /**
             * Format: double
             * @description Balance after the transfer.
             */
            balance: number;
        };
        AdjustmentDto: {
            /**
             * @description Account whose balance changes.
             * @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f
             */
            accountId: string;
            /** @description Why; shown in the account’s ledger. */
            note: string;
            /**
             * Format: double
             * @description Credits, up or down, not 0, at most 3 decimals.
             * @example -12.5
             */
            amount: number;
        };
        EndUserBody: {
            /** @description Null: no limit. */
            spendLimit: components["schemas"]["SpendLimitDto"] | null;
            spent: components["schemas"]["SpentBody"];
            success: boolean;
            /**
             * @description The `externalUserId` of its predictions.
             * @example customer-4711
             */
            externalUserId: string;
        };
        LimitEndUserDto: {
            /** @description The limit; null removes it. */
            spendLimit: components["schemas"]["SpendLimitDto"] | null;
        };
        PriceBody: {
            /**
             * Format: int64
             * @description In minor units of the currency, taxes included.
             * @example 1000
             */
            amount: number;
            /**
             * @description ISO 4217.
             * @example EUR
             */
            currency: string;
        };
        PackItem: {
            /** @example small */
            id: string;
            /** @example 1,000 credits */
            title: string;
            description: string | null;
            /**
             * Format: double
             * @example 1000
             */
            credits: number;
            price: components["schemas"]["PriceBody"];
            /**
             * Format: int64
             * @description The credits expire so many days after they have arrived. Null: never.
             * @example 365
             */
            expiresInDays: number | null;
        };
        PacksBody: {
            success: boolean;
            /** @description Whether they can be bought: false without a payment service. */
            available: boolean;
            items: components["schemas"]["PackItem"][];
        };
        PlanItem: {
            /** @example Pro */
            title: string;
            description: string | null;
            /**
             * Format: int64
             * @description The highest `rateLimit` of a key, in requests per minute. Null: the highest that any key can have.
             * @example 600
             */
            maxRateLimit: number | null;
            /**
             * Format: int64
             * @description Predictions in flight; more wait in line and are never refused. Null: no limit.
             * @example 20
             */
            maxConcurrent: number | null;
            /**
             * Format: int64
             * @description How many times as much of its work is begun as of accounts with 1, while both wait.
             * @example 1
             */
            priority: number;
            /** @description Keys of the models that its accounts may use; another one is 403 `model_not_in_plan`. Null: all. */
            models: string[] | null;
            /**
             * Format: double
             * @description Days that an output is kept from when it is stored. An account’s new plan holds for outputs that are stored later.
             * @example 30
             */
            outputRetentionDays: number;
            /**
             * Format: double
             * @description Credits that the account gets each month. Null: none.
             * @example 2000
             */
            monthlyCredits: number | null;
            /**
             * @description Whether the credits of a month expire at its end.
             * @example true
             */
            creditsExpire: boolean;
            /** @description Per month. Null: it is not sold. */
            price: components["schemas"]["PlanPrice"] | null;
            /** @example pro */
            id: string;
        };
        SubscriptionView: {
            /** @example sub_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description The `id` of the plan that it pays for.
             * @example pro
             */
            plan: string;
            /**
             * @description `past_due`: the newest payment failed, and the payment service tries again. `ending`: it is being ended, because another plan was bought.
             * @enum {string}
             */
            status: "active" | "past_due" | "ending";
            /** @description Per month, as it was bought. */
            price: components["schemas"]["PlanPrice"];
            /**
             * Format: double
             * @description Credits of each month, as it was bought.
             * @example 2000
             */
            monthlyCredits: number;
            /**
             * Format: date-time
             * @description The end of the newest month that was paid.
             */
            paidUntil: string;
            /**
             * Format: date-time
             * @description When it ends, if it was cancelled in the portal. Null: it goes on.
             */
            endsAt: string | null;
        };
        PlansBody: {
            success: boolean;
            /**
             * @description Whether those with a price can be bought: false without a payment service.
             * @example true
             */
            available: boolean;
            items: components["schemas"]["PlanItem"][];
            /** @description What the account is subscribed to. Null: nothing; an administrator has given it its plan. */
            subscription: components["schemas"]["SubscriptionView"] | null;
        };
        CheckoutDto: {
            /**
             * @description The `id` of a pack. Either this or `plan`.
             * @example small
             */
            pack?: string;
            /** @description The `id` of a plan with a price. */
            plan?: string;
        };
        CheckoutBody: {
            success: boolean;
            /**
             * Format: uri
             * @description The page of the payment service on which the buyer pays.
             */
            url: string;
            /** @example chk_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            checkoutId: string;
        };
        PortalBody: {
            success: boolean;
            /**
             * Format: uri
             * @description The page of the payment service with invoices and cards.
             */
            url: string;
        };
        PaymentItem: {
            /** @example pay_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description `plan`: a month of a subscription.
             * @enum {string}
             */
            kind: "pack" | "plan";
            /**
             * Format: int64
             * @description What was paid, in minor units of the currency.
             * @example 1000
             */
            amount: number;
            /** @example EUR */
            currency: string;
            /**
             * Format: double
             * @description What it granted, less what was taken back.
             * @example 1000
             */
            credits: number;
            /**
             * @description `rejected`: it granted nothing, because it is not what its checkout says, or a second payment of it. `refunded`: its money was sent back, also that of a rejected one. Ask the operator about one that stays `rejected`.
             * @enum {string}
             */
            status: "paid" | "partly_refunded" | "refunded" | "disputed" | "rejected";
            /** Format: uri */
            receiptUrl: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        PaymentPageBody: {
            success: boolean;
            items: components["schemas"]["PaymentItem"][];
            nextCursor: string | null;
        };
        WebhookBody: {
            success: boolean;
        };
        SpendingDay: {
            /**
             * Format: double
             * @description Credits charged.
             */
            charged: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /**
             * Format: double
             * @description What remains of the charges.
             */
            spent: number;
            /**
             * Format: int64
             * @description Predictions started.
             */
            predictions: number;
            /** Format: date */
            date: string;
        };
        StateCounts: {
            /** Format: int64 */
            processing: number;
            /** Format: int64 */
            completed: number;
            /** Format: int64 */
            failed: number;
        };
        PlatformLimitUse: {
            /**
             * Format: int64
             * @description Requests per window.
             */
            limit: number;
            /**
             * Format: int64
             * @description Requests within the window that ends now.
             */
            used: number;
            /**
             * @description What the limit is counted over.
             * @enum {string}
             */
            countedOver: "platform" | "account" | "ip";
        };
        LimitUse: {
            /**
             * Format: int64
             * @description Requests per window.
             */
            limit: number;
            /**
             * Format: int64
             * @description Requests within the window that ends now.
             */
            used: number;
        };
        KeyLimitUse: {
            /**
             * Format: int64
             * @description Requests per window.
             */
            limit: number;
            /**
             * Format: int64
             * @description Requests within the window that ends now.
             */
            used: number;
            /** @example key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            name: string;
            masked: string;
        };
        LimitsView: {
            /**
             * Format: int64
             * @description Seconds.
             * @example 60
             */
            windowSeconds: number;
            /** @description The platform’s limit, and the requests of this account that count against it. */
            platform: components["schemas"]["PlatformLimitUse"];
            /** @description Predictions and uploads of the dashboard, without a key. */
            dashboard: components["schemas"]["LimitUse"];
            /** @description Active keys, the busiest first, at most 5. */
            keys: components["schemas"]["KeyLimitUse"][];
        };
        DashboardPrediction: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            prompt: string | null;
            /** @description The input with defaults filled in. */
            input: {
                [key: string]: unknown;
            };
            /** @description The key that started it; null: it was started in the dashboard. */
            keyId: string | null;
            /** @enum {string} */
            env: "live" | "test";
            /** @description A small WebP of its picture, at most 320 pixels wide and high; null when it has none. */
            thumbnailUrl: string | null;
        };
        FirstSteps: {
            /** @description A key was ever made. */
            hasKey: boolean;
            /** @description A prediction was ever started. */
            hasPrediction: boolean;
        };
        OverviewBody: {
            /**
             * Format: double
             * @description Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.
             * @example 100
             */
            alertBelow: number | null;
            /**
             * @description Whether the balance is below `alertBelow`.
             * @example false
             */
            isLow: boolean;
            /**
             * Format: double
             * @description Spendable credits; at most 3 decimals.
             * @example 974.5
             */
            balance: number;
            /**
             * Format: double
             * @description Credits of predictions that are not done.
             * @example 4
             */
            held: number;
            /**
             * Format: double
             * @description Credits that the account owes: see GET /api/credits/balance.
             * @example 0
             */
            owed: number;
            /**
             * @description The key of the account’s plan.
             * @example free
             */
            plan: string;
            /**
             * Format: date-time
             * @description When the balance last changed.
             */
            updatedAt: string;
            success: boolean;
            timeZone: string;
            /** @description 30 days, oldest first; the last one is today. */
            days: components["schemas"]["SpendingDay"][];
            /** @description Predictions started in these days. */
            predictions: components["schemas"]["StateCounts"];
            limits: components["schemas"]["LimitsView"];
            /** @description The latest completed ones, at most 8. */
            latest: components["schemas"]["DashboardPrediction"][];
            firstSteps: components["schemas"]["FirstSteps"];
        };
        DashboardPredictionPage: {
            success: boolean;
            items: components["schemas"]["DashboardPrediction"][];
            nextCursor: string | null;
        };
        StatementEntry: {
            /**
             * @description Opaque.
             * @example led_5d1c0b2f9e8a47360f1e2d3c4b5a6978
             */
            id: string;
            /** @enum {string} */
            kind: "grant" | "charge" | "refund" | "adjustment" | "debt" | "expiry";
            /**
             * Format: double
             * @description Credits, signed: what the balance changed by.
             * @example -4
             */
            amount: number;
            /**
             * Format: double
             * @example 996
             */
            balanceAfter: number;
            /** @description The prediction of a charge or refund. */
            predictionId: string | null;
            note: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The model of a charge or refund. */
            modelKey: string | null;
        };
        DashboardPredictionBody: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            prompt: string | null;
            /** @description The input with defaults filled in. */
            input: {
                [key: string]: unknown;
            };
            /** @description The key that started it; null: it was started in the dashboard. */
            keyId: string | null;
            /** @enum {string} */
            env: "live" | "test";
            /** @description A small WebP of its picture, at most 320 pixels wide and high; null when it has none. */
            thumbnailUrl: string | null;
            success: boolean;
            /** @description Its charge, and its refund if there was one. */
            ledger: components["schemas"]["StatementEntry"][];
        };
        DashboardBalanceBody: {
            /**
             * Format: double
             * @description Credits. A balance below them is low, and each crossing sends a mail. Null: no alert.
             * @example 100
             */
            alertBelow: number | null;
            /**
             * @description Whether the balance is below `alertBelow`.
             * @example false
             */
            isLow: boolean;
            /**
             * Format: double
             * @description Spendable credits; at most 3 decimals.
             * @example 974.5
             */
            balance: number;
            /**
             * Format: double
             * @description Credits of predictions that are not done.
             * @example 4
             */
            held: number;
            /**
             * Format: double
             * @description Credits that the account owes: see GET /api/credits/balance.
             * @example 0
             */
            owed: number;
            /**
             * @description The key of the account’s plan.
             * @example free
             */
            plan: string;
            /**
             * Format: date-time
             * @description When the balance last changed.
             */
            updatedAt: string;
            success: boolean;
            /** @description Credits of the balance that expire, the soonest first, at most 100 times. Charges spend them in this order, and other credits after them. */
            expiring: components["schemas"]["ExpiringCredits"][];
        };
        StatementPageBody: {
            success: boolean;
            items: components["schemas"]["StatementEntry"][];
            nextCursor: string | null;
        };
        SpendingItem: {
            /**
             * Format: double
             * @description Credits charged.
             */
            charged: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /**
             * Format: double
             * @description What remains of the charges.
             */
            spent: number;
            /**
             * Format: int64
             * @description Predictions started.
             */
            predictions: number;
            /** @description By model. */
            modelKey?: string;
            /** @description By model; null when it is not on offer any more. */
            title?: string | null;
            /** @description By key; null: in the dashboard. */
            keyId?: string | null;
            /** @description By key. */
            name?: string | null;
            /** @description By key. */
            masked?: string | null;
            /**
             * Format: date
             * @description By day.
             */
            date?: string;
        };
        Spending: {
            /**
             * Format: double
             * @description Credits charged.
             */
            charged: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /**
             * Format: double
             * @description What remains of the charges.
             */
            spent: number;
            /**
             * Format: int64
             * @description Predictions started.
             */
            predictions: number;
        };
        SpendingBody: {
            success: boolean;
            /** @enum {string} */
            by: "model" | "key" | "day";
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            timeZone: string;
            /** @description By day: every day, oldest first. Else at most 100, what most was spent on first. */
            items: components["schemas"]["SpendingItem"][];
            /** @description The total, including parts that are not in `items`. */
            total: components["schemas"]["Spending"];
        };
        AdminUser: {
            /** @example usr_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            email: string | null;
            /** @enum {string} */
            role: "user" | "admin";
        };
        AdminAccount: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description The key of its plan.
             * @example free
             */
            plan: string;
            /**
             * Format: double
             * @description Spendable credits.
             */
            balance: number;
            /**
             * Format: double
             * @description Credits of predictions that are not done.
             */
            held: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: int64 */
            activeKeys: number;
            /** @description Its API keys are rejected (403 `account_suspended`). */
            suspended: boolean;
            /**
             * Format: date-time
             * @description When it was deleted; its ledger stays. Null: it is not.
             */
            deletedAt: string | null;
            /** @description Its id in the operator’s own systems. */
            externalId: string | null;
            /**
             * @description What its people call it.
             * @example Render farm
             */
            name: string | null;
            users: components["schemas"]["AdminUser"][];
        };
        AdminAccountsPage: {
            success: boolean;
            items: components["schemas"]["AdminAccount"][];
            nextCursor: string | null;
        };
        AdminAccountLimits: {
            /**
             * Format: int64
             * @description Active and disabled keys.
             * @example 20
             */
            maxActiveKeys: number;
            /**
             * Format: int64
             * @description The highest `rateLimit` of a key: its own, else that of its plan.
             * @example 6000
             */
            maxRateLimit: number;
        };
        AdminAccountBody: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description The key of its plan.
             * @example free
             */
            plan: string;
            /**
             * Format: double
             * @description Spendable credits.
             */
            balance: number;
            /**
             * Format: double
             * @description Credits of predictions that are not done.
             */
            held: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: int64 */
            activeKeys: number;
            /** @description Its API keys are rejected (403 `account_suspended`). */
            suspended: boolean;
            /**
             * Format: date-time
             * @description When it was deleted; its ledger stays. Null: it is not.
             */
            deletedAt: string | null;
            /** @description Its id in the operator’s own systems. */
            externalId: string | null;
            /**
             * @description What its people call it.
             * @example Render farm
             */
            name: string | null;
            users: components["schemas"]["AdminUser"][];
            success: boolean;
            /**
             * Format: date-time
             * @description When the balance last changed.
             */
            updatedAt: string;
            /** @description What the account may have. */
            limits: components["schemas"]["AdminAccountLimits"];
            /** @description What the account is subscribed to, also while it is suspended: it is paid, and granted, each month until it is ended. Null: nothing. */
            subscription: components["schemas"]["SubscriptionView"] | null;
            /** @description Predictions started in the last 30 days. */
            predictions: components["schemas"]["StateCounts"];
            /** @description Newest first, revoked ones included. */
            keys: components["schemas"]["KeyRecord"][];
        };
        UpdateLimitsDto: {
            /**
             * @description The highest `rateLimit` of a key, in requests per minute, also above that of the plan. Null: that of the plan. Keys that the account has stay as they are.
             * @example 1200
             */
            maxRateLimit: number | null;
        };
        UpdateAccountDto: {
            /** @description True rejects the requests of its API keys, and starts of predictions in the dashboard. */
            suspended?: boolean;
            /**
             * @description The key of a plan of the catalogue.
             * @example free
             */
            plan?: string;
            /** @description Ends what the account is subscribed to at the payment service, without paying back; the account gets the default plan. Nothing happens without a subscription. */
            endSubscription?: boolean;
            /** @description Its own limits. */
            limits?: components["schemas"]["UpdateLimitsDto"];
        };
        AdminPayment: {
            /** @example pay_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description `plan`: a month of a subscription.
             * @enum {string}
             */
            kind: "pack" | "plan";
            /**
             * Format: int64
             * @description What was paid, in minor units of the currency.
             * @example 1000
             */
            amount: number;
            /** @example EUR */
            currency: string;
            /**
             * Format: double
             * @description What it granted, less what was taken back.
             * @example 1000
             */
            credits: number;
            /**
             * @description `rejected`: it granted nothing, because it is not what its checkout says, or a second payment of it. `refunded`: its money was sent back, also that of a rejected one. Ask the operator about one that stays `rejected`.
             * @enum {string}
             */
            status: "paid" | "partly_refunded" | "refunded" | "disputed" | "rejected";
            /** Format: uri */
            receiptUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Null: it names no order of this installation, and may be of another one.
             * @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f
             */
            accountId: string | null;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * @description Why it granted nothing: `unknown_checkout`, `wrong_item`, `wrong_amount`, `wrong_currency`, `already_paid`.
             * @example wrong_amount
             */
            rejection: string | null;
            /**
             * @description The payment service.
             * @example stripe
             */
            provider: string;
            /**
             * @description Its id there.
             * @example pi_1
             */
            paymentId: string;
            /** @description It granted nothing, and money of it has not gone back. */
            toRefund: boolean;
        };
        AdminPaymentPage: {
            success: boolean;
            items: components["schemas"]["AdminPayment"][];
            nextCursor: string | null;
        };
        AdminPaymentBody: {
            /** @example pay_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description `plan`: a month of a subscription.
             * @enum {string}
             */
            kind: "pack" | "plan";
            /**
             * Format: int64
             * @description What was paid, in minor units of the currency.
             * @example 1000
             */
            amount: number;
            /** @example EUR */
            currency: string;
            /**
             * Format: double
             * @description What it granted, less what was taken back.
             * @example 1000
             */
            credits: number;
            /**
             * @description `rejected`: it granted nothing, because it is not what its checkout says, or a second payment of it. `refunded`: its money was sent back, also that of a rejected one. Ask the operator about one that stays `rejected`.
             * @enum {string}
             */
            status: "paid" | "partly_refunded" | "refunded" | "disputed" | "rejected";
            /** Format: uri */
            receiptUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Null: it names no order of this installation, and may be of another one.
             * @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f
             */
            accountId: string | null;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * @description Why it granted nothing: `unknown_checkout`, `wrong_item`, `wrong_amount`, `wrong_currency`, `already_paid`.
             * @example wrong_amount
             */
            rejection: string | null;
            /**
             * @description The payment service.
             * @example stripe
             */
            provider: string;
            /**
             * @description Its id there.
             * @example pi_1
             */
            paymentId: string;
            /** @description It granted nothing, and money of it has not gone back. */
            toRefund: boolean;
            success: boolean;
        };
        AdminSubscription: {
            /** @example sub_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description The `id` of the plan that it pays for.
             * @example pro
             */
            plan: string;
            /**
             * @description `past_due`: the newest payment failed, and the payment service tries again. `ending`: it is being ended, because another plan was bought.
             * @enum {string}
             */
            status: "active" | "past_due" | "ending";
            /** @description Per month, as it was bought. */
            price: components["schemas"]["PlanPrice"];
            /**
             * Format: double
             * @description Credits of each month, as it was bought.
             * @example 2000
             */
            monthlyCredits: number;
            /**
             * Format: date-time
             * @description The end of the newest month that was paid.
             */
            paidUntil: string;
            /**
             * Format: date-time
             * @description When it ends, if it was cancelled in the portal. Null: it goes on.
             */
            endsAt: string | null;
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            accountId: string;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /**
             * Format: int64
             * @description Whole days since `paidUntil`.
             * @example 3
             */
            overdueDays: number;
            /** @description Whether its account is suspended. */
            suspended: boolean;
            /** @description The payment service collects nothing for it any more: the account has left the plan. */
            lapsed: boolean;
        };
        AdminSubscriptionPage: {
            success: boolean;
            items: components["schemas"]["AdminSubscription"][];
            nextCursor: string | null;
        };
        AdminPrediction: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            prompt: string | null;
            /** @description The input with defaults filled in. */
            input: {
                [key: string]: unknown;
            };
            /** @description The key that started it; null: it was started in the dashboard. */
            keyId: string | null;
            /** @enum {string} */
            env: "live" | "test";
            /** @description A small WebP of its picture, at most 320 pixels wide and high; null when it has none. */
            thumbnailUrl: string | null;
            /**
             * @description The account of the prediction.
             * @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f
             */
            accountId: string;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /** @description The engine that it runs on. */
            provider: string;
        };
        AdminPredictionPage: {
            success: boolean;
            items: components["schemas"]["AdminPrediction"][];
            nextCursor: string | null;
        };
        AdminPredictionDetailBody: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            prompt: string | null;
            /** @description The input with defaults filled in. */
            input: {
                [key: string]: unknown;
            };
            /** @description The key that started it; null: it was started in the dashboard. */
            keyId: string | null;
            /** @enum {string} */
            env: "live" | "test";
            /** @description A small WebP of its picture, at most 320 pixels wide and high; null when it has none. */
            thumbnailUrl: string | null;
            /**
             * @description The account of the prediction.
             * @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f
             */
            accountId: string;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /** @description The engine that it runs on. */
            provider: string;
            success: boolean;
            /** @description Its charge, and its refund if there was one. */
            ledger: components["schemas"]["StatementEntry"][];
        };
        AdminPredictionBody: {
            /** @example pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            predictionId: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed";
            model: string;
            modelKey: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /**
             * Format: double
             * @description Credits charged at the start.
             */
            creditCost: number;
            /**
             * Format: double
             * @description Refunded credits: the whole cost when failed, else 0.
             */
            creditsRefunded: number;
            /** Format: int64 */
            attempts: number;
            /** @description Never decreases. */
            progress: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            metadata: {
                [key: string]: string;
            };
            externalUserId: string | null;
            /**
             * @description The version of the price that it was charged by.
             * @example price_3f0a9c2b7d1e4f5a6b7c
             */
            priceVersion?: string;
            /**
             * Format: int64
             * @description For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.
             */
            seed?: number;
            /** @description While processing, if known. */
            queue?: components["schemas"]["QueueBody"];
            /**
             * Format: int64
             * @description While processing: milliseconds to wait before the next poll.
             */
            retryAfterMs?: number;
            /** @description When completed; null once the output has expired. */
            outputUrl?: string | null;
            /** @description The same as `outputUrl`. */
            url?: string | null;
            outputs?: components["schemas"]["OutputBody"][];
            /**
             * Format: date-time
             * @description When `outputUrl` expires; null once the output has expired.
             */
            outputUrlExpiresAt?: string | null;
            /**
             * Format: date-time
             * @description When the files are removed.
             */
            outputExpiresAt?: string;
            /** @description When failed. */
            error?: components["schemas"]["FailureBody"];
            /**
             * Format: date-time
             * @description When it was deleted: its files, prompt and input are gone.
             */
            deletedAt?: string;
            timeline?: components["schemas"]["TimelineEntry"][];
            prompt: string | null;
            /** @description The input with defaults filled in. */
            input: {
                [key: string]: unknown;
            };
            /** @description The key that started it; null: it was started in the dashboard. */
            keyId: string | null;
            /** @enum {string} */
            env: "live" | "test";
            /** @description A small WebP of its picture, at most 320 pixels wide and high; null when it has none. */
            thumbnailUrl: string | null;
            /**
             * @description The account of the prediction.
             * @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f
             */
            accountId: string;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /** @description The engine that it runs on. */
            provider: string;
            success: boolean;
        };
        FailPredictionDto: {
            /** @description Why; kept for the operator, not shown to the customer. */
            note: string;
        };
        CircuitView: {
            /**
             * @description open: nothing is submitted to it; half-open: one prediction at a time shows whether it works.
             * @enum {string}
             */
            state: "closed" | "open" | "half-open";
            /**
             * Format: int64
             * @description In a row.
             */
            failures: number;
            /** @description What went wrong last. */
            reason: string | null;
            /** Format: date-time */
            changedAt: string | null;
        };
        ProviderModel: {
            modelKey: string;
            title: string;
            /** @enum {string} */
            modality: "image" | "video" | "audio" | "3d";
            /** @enum {string} */
            operation: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            /** @description Whether it can be started here, by this provider. */
            offered: boolean;
        };
        ProviderView: {
            /** @example embedded */
            name: string;
            /** @description Whether its settings are there. */
            configured: boolean;
            /**
             * @description Of a remote engine.
             * @example api.example.com
             */
            host: string | null;
            /**
             * @description The variables to set before it is configured. Null: it is of an extension that is not loaded.
             * @example [
             *       "FAL_KEY"
             *     ]
             */
            missing: string[] | null;
            /** @description Null when it is not configured. */
            circuit: components["schemas"]["CircuitView"] | null;
            models: components["schemas"]["ProviderModel"][];
        };
        ProvidersBody: {
            success: boolean;
            items: components["schemas"]["ProviderView"][];
        };
        ProviderCheckBody: {
            /** @description The check was made; `ok` is its result. */
            success: boolean;
            name: string;
            ok: boolean;
            /** @description The response of the engine, or the reason for its absence. */
            detail: string;
            /**
             * Format: int64
             * @description How long it took.
             */
            milliseconds: number;
        };
        FindingView: {
            /** @description The invariant that does not hold. */
            check: string;
            /** @description Whose money it is; null for the whole ledger. */
            accountId: string | null;
            /**
             * @description The email of the account’s first user.
             * @example ada@example.com
             */
            email: string | null;
            /** @description Where one prediction is off. */
            predictionId: string | null;
            /** @description Amounts in it are thousandths of a credit. */
            detail: string;
        };
        VerificationView: {
            /**
             * @description interrupted: the service was stopped before it was done.
             * @enum {string}
             */
            state: "running" | "done" | "interrupted";
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /** @description The administrator who requested it. */
            requestedBy: string;
            /** @description Everything adds up; null until it is done. */
            ok: boolean | null;
            /** Format: int64 */
            accounts: number | null;
            /** Format: int64 */
            transfers: number | null;
            /** @description The checked invariants. */
            checks: string[];
            /** Format: int64 */
            findingsTotal: number | null;
            /** @description The first 100. */
            findings: components["schemas"]["FindingView"][];
        };
        VerificationBody: {
            success: boolean;
            /** @description The latest; null when there was none. */
            verification: components["schemas"]["VerificationView"] | null;
        };
        ProcessView: {
            /**
             * @description Host and process id.
             * @example api-1/4711
             */
            name: string;
            roles: ("api" | "worker")[];
            /**
             * @description Of Offprint.
             * @example 1.0.0
             */
            version: string;
            /** Format: date-time */
            startedAt: string;
            /** @description Its first label. A long one lacks its beginning, which `~` replaces. */
            host: string;
        };
        EngineQueueView: {
            /** @example embedded */
            provider: string;
            /**
             * Format: int64
             * @description Predictions that no worker has begun.
             */
            waiting: number;
            /**
             * Format: int64
             * @description Begun: at a worker, at the engine, or to be tried again.
             */
            running: number;
            /**
             * Format: double
             * @description Null when none waits.
             */
            oldestWaitingSeconds: number | null;
        };
        AccountQueueView: {
            accountId: string;
            /** @description Of its first user. */
            email: string | null;
            /** Format: int64 */
            waiting: number;
            /** Format: double */
            oldestWaitingSeconds: number;
        };
        QueueStateView: {
            /** @description False while more than 10,000 predictions are processing: the counts are then of the 10,000 with the nearest deadlines. */
            complete: boolean;
            /** @description Configured engines, and others that have predictions. */
            engines: components["schemas"]["EngineQueueView"][];
            /** @description The 20 with the most waiting predictions. */
            accounts: components["schemas"]["AccountQueueView"][];
        };
        ThroughputView: {
            /**
             * Format: int64
             * @description The length of the time until now.
             * @example 3600
             */
            seconds: number;
            /** Format: int64 */
            completed: number;
            /**
             * Format: int64
             * @description Failed or cancelled, and refunded.
             */
            failed: number;
            /** @description True when the newest 10,000 entries of the ledger do not reach back so far. */
            estimated: boolean;
        };
        EngineFailuresView: {
            /** @example embedded */
            provider: string;
            /**
             * Format: int64
             * @description Without cancelled predictions.
             */
            settled: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: double
             * @description `failed` by `settled`.
             * @example 0.02
             */
            failureRate: number;
        };
        SystemCircuitView: {
            /**
             * @description open: nothing is submitted to it; half-open: one prediction at a time shows whether it works.
             * @enum {string}
             */
            state: "closed" | "open" | "half-open";
            /**
             * Format: int64
             * @description In a row.
             */
            failures: number;
            /** @description What went wrong last. */
            reason: string | null;
            /** Format: date-time */
            changedAt: string | null;
            /** @example embedded */
            provider: string;
        };
        DatabaseView: {
            /** @example 18.1 */
            version: string;
            /** Format: int64 */
            bytes: number;
            /**
             * Format: int64
             * @description Of all clients of the server.
             */
            connections: number;
            /**
             * Format: int64
             * @description That roles without privileges can use.
             */
            maxConnections: number;
        };
        StandbyView: {
            name: string;
            /**
             * @description Null when the role of the service may not see it: it needs `pg_monitor`.
             * @example streaming
             */
            state: string | null;
            /** @example quorum */
            syncState: string | null;
            /**
             * Format: int64
             * @description Written, and not yet replayed.
             */
            lagBytes: number | null;
            /**
             * Format: double
             * @description Null also when nothing was written lately.
             */
            lagSeconds: number | null;
        };
        SnapshotView: {
            /**
             * Format: int64
             * @description Of the session, for `pg_terminate_backend`.
             */
            pid: number;
            /**
             * @description Empty when the session has no name.
             * @example pg_dump
             */
            application: string;
            /** @example active */
            state: string;
            /** Format: double */
            seconds: number;
        };
        LedgerStateView: {
            /**
             * Format: date-time
             * @description The end of the last verification that an administrator requested.
             */
            verifiedAt: string | null;
            /** Format: int64 */
            findings: number | null;
            /**
             * Format: int64
             * @description The entry up to which `ledger:verify` has verified the ledger.
             */
            verifiedTo: number;
            /** Format: int64 */
            lastEntry: number;
        };
        StorageView: {
            /**
             * @description disk, or the name of the replacement.
             * @example disk
             */
            kind: string;
            writable: boolean;
            /**
             * Format: int64
             * @description On the disk of the outputs.
             */
            freeBytes: number | null;
            /** Format: int64 */
            totalBytes: number | null;
        };
        PartProblem: {
            /** @enum {string} */
            part: "processes" | "queue" | "throughput" | "failures" | "circuits" | "database" | "standbys" | "snapshots" | "ledger" | "storage";
            /**
             * @description not_permitted: the role of the service may not read it; unavailable: see the log of the service.
             * @enum {string}
             */
            reason: "too_long" | "not_permitted" | "unavailable";
        };
        SystemBody: {
            success: boolean;
            /** Format: date-time */
            at: string;
            /** @description Running processes of this database. */
            processes: components["schemas"]["ProcessView"][] | null;
            queue: components["schemas"]["QueueStateView"] | null;
            /** @description Of 5 minutes, an hour and a day. */
            throughput: components["schemas"]["ThroughputView"][] | null;
            /** @description Among the newest 1,000 settled predictions of the last hour. */
            failures: components["schemas"]["EngineFailuresView"][] | null;
            circuits: components["schemas"]["SystemCircuitView"][] | null;
            database: components["schemas"]["DatabaseView"] | null;
            /** @description Empty when there is none. */
            standbys: components["schemas"]["StandbyView"][] | null;
            /** @description Sessions of this database whose snapshot is older than a minute: they keep vacuum from its work. */
            snapshots: components["schemas"]["SnapshotView"][] | null;
            ledger: components["schemas"]["LedgerStateView"] | null;
            /** @description As the answering process sees it. */
            storage: components["schemas"]["StorageView"] | null;
            /** @description The parts that are null, and why. */
            problems: components["schemas"]["PartProblem"][];
        };
        CreateAccountDto: {
            /**
             * Format: email
             * @description Creates a user, who sets a password with a mailed link. Without it, nobody signs in to the account.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description The id of the account in your own systems. No two accounts have the same.
             * @example customer-4711
             */
            externalId?: string;
            /**
             * @description The key of a plan of the catalogue; by default that of every new account.
             * @example free
             */
            plan?: string;
            /**
             * Format: double
             * @description Its first credits, more than 0, at most 3 decimals. An operator key needs `credits:write` too, and an `Idempotency-Key`.
             * @example 100
             */
            credits?: number;
        };
        CreatedAccountBody: {
            /** @example acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f */
            id: string;
            /**
             * @description The key of its plan.
             * @example free
             */
            plan: string;
            /**
             * Format: double
             * @description Spendable credits.
             */
            balance: number;
            /**
             * Format: double
             * @description Credits of predictions that are not done.
             */
            held: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: int64 */
            activeKeys: number;
            /** @description Its API keys are rejected (403 `account_suspended`). */
            suspended: boolean;
            /**
             * Format: date-time
             * @description When it was deleted; its ledger stays. Null: it is not.
             */
            deletedAt: string | null;
            /** @description Its id in the operator’s own systems. */
            externalId: string | null;
            /**
             * @description What its people call it.
             * @example Render farm
             */
            name: string | null;
            users: components["schemas"]["AdminUser"][];
            success: boolean;
        };
        DeleteOwnAccountDto: {
            /** @description True also deletes an account with running predictions, credits or a debt: predictions are cancelled and refunded, credits and debt written off by an `adjustment`. Default: `false`. */
            force?: boolean;
            /**
             * Format: password
             * @description The current password.
             */
            password: string;
        };
        DeletionAcceptedBody: {
            success: boolean;
        };
        DeleteAccountDto: {
            /** @description True also deletes an account with running predictions, credits or a debt: predictions are cancelled and refunded, credits and debt written off by an `adjustment`. Default: `false`. */
            force?: boolean;
        };
        UsageItem: {
            /**
             * Format: date
             * @description When they were started, UTC.
             * @example 2026-11-20
             */
            day?: string;
            /** @example embedded-image */
            modelKey?: string;
            /** @description Null: started in the dashboard. */
            keyId?: string | null;
            /** @description Null: removed after their retention. */
            modality?: string | null;
            /** @description Null: of no end user, or removed after their retention. */
            externalUserId?: string | null;
            /** @enum {string} */
            status?: "processing" | "completed" | "failed";
            /**
             * Format: int64
             * @description Predictions, also those that are processing.
             */
            count: number;
            /** Format: int64 */
            completed: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: double
             * @description Credits charged.
             */
            credits: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /**
             * Format: double
             * @description Seconds from start to end, median of the completed predictions. Null without any, and when all were removed after their retention.
             */
            p50Seconds: number | null;
            /**
             * Format: double
             * @description The same, 95th percentile.
             */
            p95Seconds: number | null;
        };
        UsageBody: {
            success: boolean;
            /** @description At most 10,000; else 400. */
            items: components["schemas"]["UsageItem"][];
        };
        AdminUsageItem: {
            /**
             * Format: date
             * @description When they were started, UTC.
             * @example 2026-11-20
             */
            day?: string;
            /** @example embedded-image */
            modelKey?: string;
            /** @description Null: started in the dashboard. */
            keyId?: string | null;
            /** @description Null: removed after their retention. */
            modality?: string | null;
            /** @description Null: of no end user, or removed after their retention. */
            externalUserId?: string | null;
            /** @enum {string} */
            status?: "processing" | "completed" | "failed";
            /**
             * Format: int64
             * @description Predictions, also those that are processing.
             */
            count: number;
            /** Format: int64 */
            completed: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: double
             * @description Credits charged.
             */
            credits: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /**
             * Format: double
             * @description Seconds from start to end, median of the completed predictions. Null without any, and when all were removed after their retention.
             */
            p50Seconds: number | null;
            /**
             * Format: double
             * @description The same, 95th percentile.
             */
            p95Seconds: number | null;
            /**
             * Format: double
             * @description Credits that the engines charged for the completed predictions, by `engineCost` of the catalogue. Null when it is missing for the model of one of them.
             */
            engineCost: number | null;
            /**
             * Format: double
             * @description Credits of the completed predictions without `engineCost`; null with it.
             */
            margin: number | null;
        };
        AdminUsageBody: {
            success: boolean;
            /** @description At most 10,000; else 400. */
            items: components["schemas"]["AdminUsageItem"][];
        };
        OverviewMoney: {
            /** @example eur */
            currency: string;
            /**
             * Format: int64
             * @description Payments that granted credits.
             */
            count: number;
            /**
             * Format: int64
             * @description What was paid, in minor units, taxes included.
             */
            amount: number;
            /**
             * Format: int64
             * @description What of it was refunded or disputed until now, in minor units.
             */
            reversed: number;
        };
        OverviewPayments: {
            /** @description By currency. */
            items: components["schemas"]["OverviewMoney"][];
            /**
             * Format: double
             * @description Credits that these payments granted. They are also in `granted`.
             */
            credits: number;
            /**
             * Format: double
             * @description Credits of these that were taken back. They are also in `adjusted`.
             */
            takenBack: number;
        };
        OverviewFigures: {
            /**
             * Format: int64
             * @description Predictions, also those that are processing.
             */
            count: number;
            /** Format: int64 */
            completed: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: double
             * @description Credits charged.
             */
            credits: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /**
             * Format: double
             * @description Null when it is missing for the model of a completed one.
             */
            engineCost: number | null;
            /**
             * Format: double
             * @description Credits of the completed predictions without `engineCost`.
             */
            margin: number | null;
            /**
             * Format: double
             * @description Credits granted: by sign-up, plans, administrators and payments.
             */
            granted: number;
            /**
             * Format: double
             * @description Credits of adjustments, those that took some negative.
             */
            adjusted: number;
            /**
             * Format: double
             * @description Credits that expired.
             */
            expired: number;
            /** @description Null: more than 20,000 payments. */
            payments: components["schemas"]["OverviewPayments"] | null;
            /**
             * Format: int64
             * @description Null: more than 100,000.
             */
            newAccounts: number | null;
            /**
             * Format: int64
             * @description Accounts that started a prediction. Null when the accounts of each whole day and of the other hours add up to more than 50,000.
             */
            activeAccounts: number | null;
        };
        OverviewStep: {
            /**
             * Format: int64
             * @description Predictions, also those that are processing.
             */
            count: number;
            /** Format: int64 */
            completed: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: double
             * @description Credits charged.
             */
            credits: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /**
             * Format: date-time
             * @description Its start, UTC.
             */
            at: string;
        };
        OverviewModel: {
            /**
             * Format: int64
             * @description Predictions, also those that are processing.
             */
            count: number;
            /** Format: int64 */
            completed: number;
            /** Format: int64 */
            failed: number;
            /**
             * Format: double
             * @description Credits charged.
             */
            credits: number;
            /**
             * Format: double
             * @description Credits of these that were refunded, because predictions failed.
             */
            refunded: number;
            /** @example embedded-image */
            modelKey: string;
            /**
             * Format: double
             * @description Credits that engines charged for the completed predictions, by `engineCost`. Null: unknown.
             */
            engineCost: number | null;
            /**
             * Format: double
             * @description Credits of the completed predictions without `engineCost`.
             */
            margin: number | null;
        };
        OverviewError: {
            /**
             * @description Null: not known any more, because the predictions were removed before this release.
             * @example provider_error
             */
            code: string | null;
            /** Format: int64 */
            count: number;
        };
        OverviewLoad: {
            /**
             * Format: int64
             * @description Predictions that no worker has begun.
             */
            waiting: number;
            /**
             * Format: int64
             * @description Begun: at a worker, at the engine, or to be tried again.
             */
            running: number;
            /** @description False while more than 10,000 predictions are processing: these are then 10,000 of them. */
            isComplete: boolean;
        };
        AdminOverviewBody: {
            success: boolean;
            /** @description False while more than 20,000 entries of the ledger are not summed: after an update of a large installation, and without a worker. Figures then lack the newest ones. */
            isComplete: boolean;
            current: components["schemas"]["OverviewFigures"];
            /** @description Of the range of the same length before it. */
            previous: components["schemas"]["OverviewFigures"];
            /**
             * @description Hours in a range of up to 48 of them.
             * @enum {string}
             */
            step: "hour" | "day";
            /** @description Hours or days (UTC) with predictions, from the first to the last. */
            series: components["schemas"]["OverviewStep"][];
            /** @description The 100 models that were charged most. */
            models: components["schemas"]["OverviewModel"][];
            /** @description The 10 most frequent error codes. */
            errors: components["schemas"]["OverviewError"][];
            /** @description At this moment. */
            load: components["schemas"]["OverviewLoad"];
            /**
             * Format: double
             * @description Credits in all accounts at this moment, also those held by predictions.
             */
            outstanding: number;
            /**
             * Format: double
             * @description Credits that accounts owe at this moment.
             */
            owed: number;
        };
        /**
         * Procedural image
         * @description Paints a scene (landscape, sea, city, forest, space, figure, still life, abstract) chosen by the words of the prompt, with their light and colours. Procedural: it illustrates keywords, it does not understand the prompt.
         */
        "Input.embedded-image": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-image";
            prompt: string;
            /** @description <width>:<height>, from 1:4 to 4:1. Default: `"1:1"`. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /** @description Longest edge, pixels. Default: `1024`. */
            resolution?: number;
            /**
             * @description Default: `"png"`.
             * @enum {string}
             */
            format?: "png" | "webp" | "jpeg";
            /**
             * Format: int64
             * @description The same seed and input give the same file.
             */
            seed?: number;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Classic upscale
         * @description Enlarges an image two or four times with Lanczos resampling and mild sharpening. Classic resampling, not an AI model.
         */
        "Input.embedded-upscale": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-upscale";
            /** @description Ignored: this model has no use for it. */
            prompt?: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /** @description https link, data URL, or a link to an output of ours. */
            imageUrl: string;
            /**
             * @description Default: `2`.
             * @enum {integer}
             */
            scale?: 2 | 4;
            /**
             * @description Default: `"png"`.
             * @enum {string}
             */
            format?: "png" | "webp" | "jpeg";
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Classic background removal
         * @description Removes a plain or softly graded background, found from the colours of the border. Classic segmentation, not an AI model: good on studio pictures, refused where no background can be told apart.
         */
        "Input.embedded-cutout": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-cutout";
            /** @description Ignored: this model has no use for it. */
            prompt?: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /** @description https link, data URL, or a link to an output of ours. */
            imageUrl: string;
            /**
             * @description Default: `"png"`.
             * @enum {string}
             */
            format?: "png" | "webp";
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Procedural reframe
         * @description Brings an image to another aspect ratio, by continuing its edges softly (extend) or by cropping around what draws attention (crop). Procedural fill: no new content is invented.
         */
        "Input.embedded-reframe": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-reframe";
            /** @description Ignored: this model has no use for it. */
            prompt?: string;
            /** @description <width>:<height>, from 1:4 to 4:1. */
            aspectRatio: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /** @description https link, data URL, or a link to an output of ours. */
            imageUrl: string;
            /**
             * @description Default: `"extend"`.
             * @enum {string}
             */
            mode?: "extend" | "crop";
            /**
             * @description Default: `"png"`.
             * @enum {string}
             */
            format?: "png" | "webp" | "jpeg";
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Procedural video with sound
         * @description A camera moves through a painted scene that follows the words of the prompt, in time with its own sound track. Procedural: no AI model is involved.
         */
        "Input.embedded-video": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-video";
            prompt: string;
            /** @description <width>:<height>, from 1:4 to 4:1. Default: `"16:9"`. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Seconds. Default: `4`.
             */
            duration?: number;
            /**
             * @description Short edge. Default: `"480p"`.
             * @enum {string}
             */
            resolution?: "360p" | "480p" | "720p";
            /** @description Default: `true`. */
            sound?: boolean;
            /**
             * @description Default: `"webm"`.
             * @enum {string}
             */
            format?: "webm" | "mp4";
            /**
             * Format: int64
             * @description The same seed and input give the same file.
             */
            seed?: number;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Procedural motion on a still image
         * @description A smooth camera move over the given image with gentle depth and light. Procedural motion on real pixels, not an AI model.
         */
        "Input.embedded-animate": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-animate";
            /** @description Chooses the sound and the mood of the light. */
            prompt?: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Seconds. Default: `4`.
             */
            duration?: number;
            /** @description https link, data URL, or a link to an output of ours. */
            imageUrl: string;
            /**
             * @description Default: `"auto"`.
             * @enum {string}
             */
            motion?: "auto" | "zoom-in" | "zoom-out" | "pan-left" | "pan-right" | "orbit";
            /**
             * @description Short edge. Default: `"480p"`.
             * @enum {string}
             */
            resolution?: "360p" | "480p" | "720p";
            /** @description Default: `false`. */
            sound?: boolean;
            /**
             * @description Default: `"webm"`.
             * @enum {string}
             */
            format?: "webm" | "mp4";
            /**
             * Format: int64
             * @description The same seed and input give the same file.
             */
            seed?: number;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Classic video upscale
         * @description Enlarges a video two or four times, frame by frame, and keeps its sound. Classic resampling, not an AI model. Videos of the built-in engine always work; others need ffmpeg on the server.
         */
        "Input.embedded-video-upscale": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-video-upscale";
            /** @description Ignored: this model has no use for it. */
            prompt?: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /** @description https link, data URL, or a link to an output of ours. */
            videoUrl: string;
            /**
             * @description Default: `2`.
             * @enum {integer}
             */
            scale?: 2 | 4;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Procedural music
         * @description Composes a piece with harmony, form and an ending from the words of the prompt (mood, genre, tempo) and plays it on synthesised instruments. Procedural: no AI model is involved.
         */
        "Input.embedded-music": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-music";
            prompt: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Seconds. Default: `20`.
             */
            duration?: number;
            /**
             * @description Default: `"mp3"`.
             * @enum {string}
             */
            format?: "mp3" | "ogg" | "wav";
            /**
             * Format: int64
             * @description The same seed and input give the same file.
             */
            seed?: number;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Procedural sound effect
         * @description Synthesises the sounds that the prompt names (rain, wind, sea, fire, bell, engine and more), in layers. Procedural, not an AI model.
         */
        "Input.embedded-sound": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-sound";
            prompt: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Seconds. Default: `5`.
             */
            duration?: number;
            /**
             * @description Default: `"mp3"`.
             * @enum {string}
             */
            format?: "mp3" | "ogg" | "wav";
            /**
             * Format: int64
             * @description The same seed and input give the same file.
             */
            seed?: number;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Formant speech (eSpeak NG)
         * @description Speaks the prompt with the eSpeak NG formant synthesiser. Intelligible and robotic; rule-based, not an AI model.
         */
        "Input.embedded-speech": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-speech";
            /** @description The text to speak. */
            prompt: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /**
             * @description Default: `"en"`.
             * @enum {string}
             */
            voice?: "en" | "en-us" | "en-scotland" | "de" | "fr" | "es" | "es-419" | "it" | "pt" | "pt-br" | "nl" | "pl" | "sv" | "cs" | "tr" | "hi";
            /** @description Words per minute. Default: `160`. */
            speed?: number;
            /**
             * @description Default: `"mp3"`.
             * @enum {string}
             */
            format?: "mp3" | "ogg" | "wav";
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Procedural 3D model
         * @description Builds a textured model (terrain, planet, vase, tree, crystal, building, furniture, rocket and more) from the words of the prompt. GLB. Procedural: no AI model is involved.
         */
        "Input.embedded-mesh": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-mesh";
            prompt: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /**
             * @description Default: `"medium"`.
             * @enum {string}
             */
            detail?: "low" | "medium" | "high";
            /**
             * Format: int64
             * @description The same seed and input give the same file.
             */
            seed?: number;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /**
         * Procedural relief from an image
         * @description Raises the given image into a closed, textured relief by its brightness. GLB. Procedural, not an AI model.
         */
        "Input.embedded-relief": {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            modelKey: "embedded-relief";
            /** @description Ignored: this model has no use for it. */
            prompt?: string;
            /** @description Ignored: this model has no use for it. */
            aspectRatio?: string;
            /**
             * Format: double
             * @description Ignored: this model has no use for it.
             */
            duration?: number;
            /** @description https link, data URL, or a link to an output of ours. */
            imageUrl: string;
            /**
             * Format: double
             * @description Height of the relief as a part of its width. Default: `0.15`.
             */
            depth?: number;
            /**
             * @description Default: `"medium"`.
             * @enum {string}
             */
            detail?: "low" | "medium" | "high";
            /**
             * Format: int64
             * @description The same seed and input give the same file.
             */
            seed?: number;
            /** @description At most 16 string values, names of 1 to 64 characters; stored and returned. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Stored and returned; the history filters by it. */
            externalUserId?: string;
            /** @description The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price. */
            priceVersion?: string;
            /**
             * Format: double
             * @description Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the model’s own deadline, which is the default.
             */
            deadlineSeconds?: number;
        };
        /** @description One of the models on offer; `modelKey` selects it. */
        GenerateInput: {
            /** @description A model of `GET /api/models`. */
            modelKey: string;
            /** @description What to make, for models that take one. */
            prompt?: string;
        } & (components["schemas"]["Input.embedded-image"] | components["schemas"]["Input.embedded-upscale"] | components["schemas"]["Input.embedded-cutout"] | components["schemas"]["Input.embedded-reframe"] | components["schemas"]["Input.embedded-video"] | components["schemas"]["Input.embedded-animate"] | components["schemas"]["Input.embedded-video-upscale"] | components["schemas"]["Input.embedded-music"] | components["schemas"]["Input.embedded-sound"] | components["schemas"]["Input.embedded-speech"] | components["schemas"]["Input.embedded-mesh"] | components["schemas"]["Input.embedded-relief"]);
    };
    responses: {
        /** @description The request is not valid. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is not valid. */
        BadRequestCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is not valid. */
        BadRequestWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description It conflicts with what exists. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description It conflicts with what exists. */
        ConflictCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description It conflicts with what exists. */
        ConflictCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The credential does not allow this. Nothing was charged. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The credential does not allow this. Nothing was charged. */
        ForbiddenCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The credential does not allow this. Nothing was charged. */
        ForbiddenCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The link has expired, or its file was removed. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The link has expired, or its file was removed. */
        GoneWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The address or the headers of the request are too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The address or the headers of the request are too large. */
        HeadersTooLargeCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The address or the headers of the request are too large. */
        HeadersTooLargeWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The disk is nearly full. */
        InsufficientStorageCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Something went wrong on our side. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Something went wrong on our side. */
        InternalErrorCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Something went wrong on our side. */
        InternalErrorWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not found, or owned by another account. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Not found, or owned by another account. */
        NotFoundCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Not found, or owned by another account. */
        NotFoundCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Not found, or owned by another account. */
        NotFoundWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        PayloadTooLargeCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        PayloadTooLargeCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        PayloadTooLargeWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The balance, or a spend limit, does not cover the cost. Nothing was charged. */
        PaymentRequiredCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The balance, or a spend limit, does not cover the cost. Nothing was charged. */
        PaymentRequiredCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The file is not the one that a condition of the request expects. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The file is not the one that a condition of the request expects. */
        PreconditionFailedWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The range lies outside the file. */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                /** @description The range, and the bytes of the whole file. */
                "Content-Range"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The range lies outside the file. */
        RangeNotSatisfiableWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                /** @description The range, and the bytes of the whole file. */
                "Content-Range"?: string;
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeoutCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeoutWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The service cannot answer right now. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "Retry-After": components["headers"]["Retry-After-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service cannot answer right now. */
        ServiceUnavailableCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                "Retry-After": components["headers"]["Retry-After-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The service cannot answer right now. */
        ServiceUnavailableWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "Retry-After": components["headers"]["Retry-After-Where-Known"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A rate limit is exceeded. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitBody"];
            };
        };
        /** @description A rate limit is exceeded. */
        TooManyRequestsCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Scope": components["headers"]["X-RateLimit-Scope"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitBody"];
            };
        };
        /** @description The credential is missing, invalid or revoked. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The Idempotency-Key was used with a different request. */
        UnprocessableContentCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The Idempotency-Key was used with a different request. */
        UnprocessableContentCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaTypeCounted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaTypeCountedForSome: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                RateLimit: components["headers"]["RateLimit-Where-Known"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaTypeWithoutBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-API-Version": components["headers"]["X-API-Version"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Requests per sliding 60 seconds. */
        "X-RateLimit-Limit": number;
        /** @description Requests left. */
        "X-RateLimit-Remaining": number;
        /** @description Whole seconds until the next request is allowed; 0 while requests are left. */
        "X-RateLimit-Reset": number;
        /** @description The budget, in the format of the IETF draft. */
        "RateLimit-Policy": string;
        /** @description The remaining budget, in the format of the IETF draft. */
        RateLimit: string;
        /** @description Requests per sliding 60 seconds. */
        "X-RateLimit-Limit-Where-Known": number;
        /** @description Requests left. */
        "X-RateLimit-Remaining-Where-Known": number;
        /** @description Whole seconds until the next request is allowed; 0 while requests are left. */
        "X-RateLimit-Reset-Where-Known": number;
        /** @description The budget, in the format of the IETF draft. */
        "RateLimit-Policy-Where-Known": string;
        /** @description The remaining budget, in the format of the IETF draft. */
        "RateLimit-Where-Known": string;
        /** @description Identifies this request: the caller’s own id when it is well-formed, else a new one. */
        "X-Request-Id": string;
        /** @description Date of the contract. */
        "X-API-Version": string;
        /** @description The expected authentication scheme. */
        "WWW-Authenticate": "Bearer";
        /** @description Whole seconds after which to try again. */
        "Retry-After": number;
        /** @description Whole seconds after which to try again, when known. */
        "Retry-After-Where-Known": number;
        /** @description The budget that rejected the request; absent when an address sent too many invalid credentials. */
        "X-RateLimit-Scope": "key" | "account" | "operator" | "platform";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listModels: {
        parameters: {
            query?: {
                modality?: "image" | "video" | "audio" | "3d";
                operation?: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelsBody"];
                };
            };
            /** @description The caller has the current list. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                modelKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startPrediction: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the final state. With it, the response is the status body. `Prefer: wait=N` does the same. */
                wait?: number;
            };
            header?: {
                "Idempotency-Key"?: string;
                /** @description `wait=N` (RFC 7240): as `?wait=N`, which takes precedence. More than 60 seconds count as 60. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The fields depend on the model. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this repeats the first response. */
                    "Idempotent-Replayed"?: "true";
                    /** @description The wait that the header `Prefer` asked for, as applied. */
                    "Preference-Applied"?: string;
                    /** @description While processing: `retryAfterMs` in whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateBody"] | components["schemas"]["StartedBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequiredCounted"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description `price_changed`: the `priceVersion` of the request is no longer valid; nothing was charged. `idempotency_in_progress`: the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            /** @description `idempotency_mismatch`: the Idempotency-Key was used with a different request. `content_rejected`: the moderation of this installation does not allow the request; nothing was charged, and the Idempotency-Key can be used again. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    quotePrediction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The fields depend on the model. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCounted"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    getPredictions: {
        parameters: {
            query: {
                /** @description Seconds to wait for the final state. */
                wait?: number;
                /** @description Separated by commas. */
                ids: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusesBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    getPrediction: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the final state. */
                wait?: number;
                /** @description Adds `timeline`. */
                timeline?: boolean;
            };
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description While processing: `retryAfterMs` in whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            404: components["responses"]["NotFoundCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    cancelPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            404: components["responses"]["NotFoundCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    deletePrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            404: components["responses"]["NotFoundCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description It is still processing. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
                "image/*": string;
                "video/*": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description The account has no upload space left. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The file is larger than it may be. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not a picture or a video, or is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
            507: components["responses"]["InsufficientStorageCounted"];
        };
    };
    listPredictions: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                status?: "processing" | "completed" | "failed";
                modality?: "image" | "video" | "audio" | "3d";
                modelKey?: string;
                /** @description The key that started it; `dashboard` for predictions started there, without a key. */
                keyId?: string;
                env?: "live" | "test";
                externalUserId?: string;
                /** @description Created at or after. */
                from?: string;
                /** @description Created before. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPageBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listReframes: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                status?: "processing" | "completed" | "failed";
                modality?: "image" | "video" | "audio" | "3d";
                modelKey?: string;
                /** @description The key that started it; `dashboard` for predictions started there, without a key. */
                keyId?: string;
                env?: "live" | "test";
                externalUserId?: string;
                /** @description Created at or after. */
                from?: string;
                /** @description Created before. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryPageBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    readOutput: {
        parameters: {
            query: {
                signature: string;
                /** @description Unix seconds after which the link returns 410. */
                expires: string;
            };
            header?: {
                "If-Modified-Since"?: string;
                "If-None-Match"?: string;
                "If-Range"?: string;
                /** @description One range of bytes, such as `bytes=0-1023`. */
                Range?: string;
            };
            path: {
                /** @description Name of the file, with slashes. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description `bytes`. */
                    "Accept-Ranges": string;
                    /** @description Until the link expires. */
                    "Cache-Control": string;
                    /** @description A file name for saving. */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "video/*": string;
                    "audio/*": string;
                    "model/gltf-binary": string;
                };
            };
            /** @description The requested range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description `bytes`. */
                    "Accept-Ranges": string;
                    /** @description Until the link expires. */
                    "Cache-Control": string;
                    /** @description A file name for saving. */
                    "Content-Disposition": string;
                    /** @description The range, and the bytes of the whole file. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "video/*": string;
                    "audio/*": string;
                    "model/gltf-binary": string;
                };
            };
            /** @description The storage sends the file itself: follow `Location`. Only with a storage that creates links. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Ends when this link ends. */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The caller has the current file. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description `bytes`. */
                    "Accept-Ranges": string;
                    /** @description Until the link expires. */
                    "Cache-Control": string;
                    /** @description A file name for saving. */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            410: components["responses"]["Gone"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            416: components["responses"]["RangeNotSatisfiable"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inspectOutput: {
        parameters: {
            query: {
                signature: string;
                /** @description Unix seconds after which the link returns 410. */
                expires: string;
            };
            header?: {
                "If-Modified-Since"?: string;
                "If-None-Match"?: string;
                "If-Range"?: string;
                /** @description One range of bytes, such as `bytes=0-1023`. */
                Range?: string;
            };
            path: {
                /** @description Name of the file, with slashes. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description `bytes`. */
                    "Accept-Ranges": string;
                    /** @description Until the link expires. */
                    "Cache-Control": string;
                    /** @description A file name for saving. */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The requested range. */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description `bytes`. */
                    "Accept-Ranges": string;
                    /** @description Until the link expires. */
                    "Cache-Control": string;
                    /** @description A file name for saving. */
                    "Content-Disposition": string;
                    /** @description The range, and the bytes of the whole file. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The storage sends the file itself: follow `Location`. Only with a storage that creates links. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Ends when this link ends. */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The caller has the current file. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    /** @description When the file was stored. */
                    "Last-Modified": string;
                    /** @description `bytes`. */
                    "Accept-Ranges": string;
                    /** @description Until the link expires. */
                    "Cache-Control": string;
                    /** @description A file name for saving. */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestWithoutBody"];
            404: components["responses"]["NotFoundWithoutBody"];
            408: components["responses"]["RequestTimeoutWithoutBody"];
            410: components["responses"]["GoneWithoutBody"];
            412: components["responses"]["PreconditionFailedWithoutBody"];
            413: components["responses"]["PayloadTooLargeWithoutBody"];
            415: components["responses"]["UnsupportedMediaTypeWithoutBody"];
            416: components["responses"]["RangeNotSatisfiableWithoutBody"];
            431: components["responses"]["HeadersTooLargeWithoutBody"];
            500: components["responses"]["InternalErrorWithoutBody"];
            503: components["responses"]["ServiceUnavailableWithoutBody"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description The id of one entry. */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPageBody"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listPacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PacksBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlansBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pack": "small"
                 *     }
                 */
                "application/json": components["schemas"]["CheckoutDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this repeats the first response. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCounted"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            422: components["responses"]["UnprocessableContentCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    openPortal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCounted"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentPageBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the payment service. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEndUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1–128 characters. */
                externalUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndUserBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    limitEndUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1–128 characters. */
                externalUserId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "spendLimit": {
                 *         "credits": 5,
                 *         "period": "day"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["LimitEndUserDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndUserBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    removeEndUserLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 1–128 characters. */
                externalUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page: continues with older ended keys. Opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyListBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Production",
                 *       "scopes": [
                 *         "read",
                 *         "write",
                 *         "billing"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKeyBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Render farm",
                 *       "rateLimit": 300,
                 *       "spendLimit": {
                 *         "credits": 100,
                 *         "period": "month"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateKeyDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "graceSeconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateKeyDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKeyBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readOwnKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnKeyBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The refresh token, and a second cookie that identifies this browser at later sign-ins. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["LoginDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The refresh token, and a second cookie that identifies this browser at later sign-ins. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "the value of the cookie offprint_refresh"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The refresh token, for browsers. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description The credential is missing, invalid or revoked. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    /** @description Removes the refresh token. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A rate limit is exceeded. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "Retry-After": components["headers"]["Retry-After"];
                    /** @description Removes the refresh token. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitBody"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "the value of the cookie offprint_refresh"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshDto"];
            };
        };
        responses: {
            /** @description Ended, or there was none. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Removes the refresh token. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    switchAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f"
                 *     }
                 */
                "application/json": components["schemas"]["SwitchAccountDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The refresh token, for browsers. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current": "correct horse battery staple",
                 *       "next": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordDto"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPasswordDto"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the text after #token= of a link",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The refresh token, and a second cookie that identifies this browser at later sign-ins. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All other sessions have ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. Idempotent. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the text after #token= of a link",
                 *       "email": "root@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SetUpDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The refresh token, and a second cookie that identifies this browser at later sign-ins. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the text after #token= of a link",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyEmailDto"];
            };
        };
        responses: {
            /** @description Verified. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerInvited: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the text after #token= of a link",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterInvitedDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description The refresh token, and a second cookie that identifies this browser at later sign-ins. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSettingsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple",
                 *       "force": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteOwnAccountDto"];
            };
        };
        responses: {
            /** @description The account cannot be used any more. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionAcceptedBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Render farm",
                 *       "alertBelow": 100
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOwnAccountDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSettingsBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberListBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMemberDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "role": "developer"
                 *     }
                 */
                "application/json": components["schemas"]["InviteDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "the text after #token= of a link"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitationDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinedBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportOwnAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive, sent while it is read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description The IANA time zone in which days begin. */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    quoteDashboardPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The fields depend on the model. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateInput"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDashboardPredictions: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                status?: "processing" | "completed" | "failed";
                modality?: "image" | "video" | "audio" | "3d";
                modelKey?: string;
                /** @description The key that started it; `dashboard` for predictions started there, without a key. */
                keyId?: string;
                env?: "live" | "test";
                externalUserId?: string;
                /** @description Created at or after. */
                from?: string;
                /** @description Created before. */
                to?: string;
                operation?: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
                /** @description The complete id of one prediction. */
                predictionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardPredictionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startDashboardPrediction: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the final state. With it, the response is the status body. `Prefer: wait=N` does the same. */
                wait?: number;
            };
            header?: {
                "Idempotency-Key"?: string;
                /** @description `wait=N` (RFC 7240): as `?wait=N`, which takes precedence. More than 60 seconds count as 60. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The fields depend on the model. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GenerateInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description `true` when this repeats the first response. */
                    "Idempotent-Replayed"?: "true";
                    /** @description The wait that the header `Prefer` asked for, as applied. */
                    "Preference-Applied"?: string;
                    /** @description While processing: `retryAfterMs` in whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateBody"] | components["schemas"]["StartedBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequiredCounted"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description `price_changed`: the `priceVersion` of the request is no longer valid; nothing was charged. `idempotency_in_progress`: the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description Whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            /** @description `idempotency_mismatch`: the Idempotency-Key was used with a different request. `content_rejected`: the moderation of this installation does not allow the request; nothing was charged, and the Idempotency-Key can be used again. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listDashboardReframes: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                status?: "processing" | "completed" | "failed";
                modality?: "image" | "video" | "audio" | "3d";
                modelKey?: string;
                /** @description The key that started it; `dashboard` for predictions started there, without a key. */
                keyId?: string;
                env?: "live" | "test";
                externalUserId?: string;
                /** @description Created at or after. */
                from?: string;
                /** @description Created before. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardPredictionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDashboardPrediction: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the final state. */
                wait?: number;
                /** @description Adds `timeline`. */
                timeline?: boolean;
            };
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description While processing: `retryAfterMs` in whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardPredictionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteDashboardPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description It is still processing. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelDashboardPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadDashboardMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
                "image/*": string;
                "video/*": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description The account has no upload space left. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The file is larger than it may be. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not a picture or a video, or is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
            507: components["responses"]["InsufficientStorageCounted"];
        };
    };
    getDashboardBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardBalanceBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDashboardLedger: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description The id of one entry. */
                id?: string;
                kind?: "grant" | "charge" | "refund" | "adjustment" | "debt" | "expiry";
                /** @description Entered at or after. */
                from?: string;
                /** @description Entered before. */
                to?: string;
                predictionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementPageBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadDashboardLedger: {
        parameters: {
            query?: {
                /** @description The id of one entry. */
                id?: string;
                kind?: "grant" | "charge" | "refund" | "adjustment" | "debt" | "expiry";
                /** @description Entered at or after. */
                from?: string;
                /** @description Entered before. */
                to?: string;
                predictionId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line per entry, newest first, after a line of names. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSpending: {
        parameters: {
            query: {
                by: "model" | "key" | "day";
                /** @description Started at or after. Default: the beginning of the day 30 days before `to`. */
                from?: string;
                /** @description Started before. Default: now. */
                to?: string;
                /** @description The IANA time zone in which days begin. */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpendingBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description Started at or after. At most 366 days before `to`. Default: the beginning of the day (UTC) 30 days before `to`. */
                from?: string;
                /** @description Started before. Default: now. */
                to?: string;
                /** @description Comma-separated, any of day, modelKey, keyId, modality, externalUserId, status. Items have these fields and are ordered by them. */
                groupBy?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ordered by the grouped fields, in their order; days from the first to the last, null last. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageBody"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCounted"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCounted"];
            415: components["responses"]["UnsupportedMediaTypeCounted"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description The key that called. */
                keyId?: string;
                status?: number;
                /** @description Arrived at or after. */
                from?: string;
                /** @description Arrived before. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestsPageBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description What was done, such as `key.created`. */
                action?: string;
                /** @description The public id of who did it, or a kind of actors, such as `admin`. */
                actor?: string;
                /** @description The public id of what was changed. */
                target?: string;
                /** @description Recorded at or after. */
                from?: string;
                /** @description Recorded before. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPageBody"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllAudit: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description What was done, such as `key.created`. */
                action?: string;
                /** @description The public id of who did it, or a kind of actors, such as `admin`. */
                actor?: string;
                /** @description The public id of what was changed. */
                target?: string;
                /** @description Recorded at or after. */
                from?: string;
                /** @description Recorded before. */
                to?: string;
                /** @description The account that the change concerns. */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAuditPageBody"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listOperatorKeys: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorKeysPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOperatorKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop",
                 *       "scopes": [
                 *         "accounts:read",
                 *         "accounts:write",
                 *         "keys:write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateOperatorKeyDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOperatorKeyBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeOperatorKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorKeyBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCatalogueModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCatalogueModelsBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    updateCatalogueModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                modelKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pricing": {
                 *         "base": 2,
                 *         "perMegapixel": 2
                 *       },
                 *       "reason": "The engine costs more"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateModelDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCatalogueModelBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listCatalogueModelVersions: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                modelKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueVersionPageBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    restoreCatalogueModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                modelKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["RestoreVersionDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCatalogueModelBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listCataloguePlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCataloguePlansBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    updateCataloguePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxRateLimit": 600
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePlanDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCataloguePlanBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listCataloguePlanVersions: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueVersionPageBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    restoreCataloguePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["RestoreVersionDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCataloguePlanBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listCataloguePacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCataloguePacksBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    updateCataloguePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credits": 1100
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePackDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCataloguePackBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listCataloguePackVersions: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueVersionPageBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    restoreCataloguePack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["RestoreVersionDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCataloguePackBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    exportCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description YAML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    grantCredits: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f",
                 *       "amount": 100,
                 *       "note": "Welcome"
                 *     }
                 */
                "application/json": components["schemas"]["GrantDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    /** @description `true` when this repeats the first response. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description The first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    /** @description Whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            422: components["responses"]["UnprocessableContentCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    adjustCredits: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f",
                 *       "amount": -12.5,
                 *       "note": "Granted by mistake"
                 *     }
                 */
                "application/json": components["schemas"]["AdjustmentDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    /** @description `true` when this repeats the first response. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequiredCountedForSome"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description The first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    /** @description Whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            422: components["responses"]["UnprocessableContentCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description Part of an email, or the whole id of an account or a user. */
                search?: string;
                /** @description True: only suspended accounts. False: only others. */
                suspended?: boolean;
                /** @description The id of the account in your own systems. */
                externalId?: string;
                /** @description The key of a plan. */
                plan?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountsPage"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "externalId": "customer-4711",
                 *       "plan": "free"
                 *     }
                 */
                "application/json": components["schemas"]["CreateAccountDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    /** @description `true` when this repeats the first response. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccountBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            /** @description The email or externalId is taken, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    /** @description Whole seconds. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            422: components["responses"]["UnprocessableContentCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "force": true
                 *     }
                 */
                "application/json": components["schemas"]["DeleteAccountDto"];
            };
        };
        responses: {
            /** @description The account cannot be used any more. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionAcceptedBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suspended": false,
                 *       "plan": "free",
                 *       "limits": {
                 *         "maxRateLimit": 1200
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAccountDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAccountBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listAccountLedger: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description The id of one entry. */
                id?: string;
                kind?: "grant" | "charge" | "refund" | "adjustment" | "debt" | "expiry";
                /** @description Entered at or after. */
                from?: string;
                /** @description Entered before. */
                to?: string;
                predictionId?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementPageBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listAllPayments: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description True: only payments that granted nothing, and whose money has not gone back. */
                toRefund?: boolean;
                /** @description Whose they are. */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPaymentPage"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    refundRejectedPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPaymentBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listUnsettledSubscriptions: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description `overdue`: of which no month was paid for a day. `suspended`: of suspended accounts, for which months are still paid. Default: both. */
                attention?: "overdue" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSubscriptionPage"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listAllPredictions: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                status?: "processing" | "completed" | "failed";
                modality?: "image" | "video" | "audio" | "3d";
                modelKey?: string;
                /** @description The key that started it; `dashboard` for predictions started there, without a key. */
                keyId?: string;
                env?: "live" | "test";
                externalUserId?: string;
                /** @description Created at or after. */
                from?: string;
                /** @description Created before. */
                to?: string;
                operation?: "text-to-image" | "image-to-image" | "upscale" | "remove-background" | "reframe" | "text-to-video" | "image-to-video" | "video-upscale" | "music" | "sound-effect" | "speech" | "text-to-3d" | "image-to-3d";
                /** @description The complete id of one prediction. */
                predictionId?: string;
                /** @description Whose they are. */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPredictionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAnyPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPredictionDetailBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelAnyPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPredictionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    failAnyPrediction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                predictionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "The engine has lost it"
                 *     }
                 */
                "application/json": components["schemas"]["FailPredictionDto"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPredictionBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvidersBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderCheckBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLedgerVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    verifyLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs; ask for it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemBody"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Production",
                 *       "scopes": [
                 *         "read",
                 *         "write"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyDto"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKeyBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listAccountAudit: {
        parameters: {
            query?: {
                /** @description Entries per page. */
                limit?: number;
                /** @description `nextCursor` of the previous page; opaque. */
                cursor?: string;
                /** @description What was done, such as `key.created`. */
                action?: string;
                /** @description The public id of who did it, or a kind of actors, such as `admin`. */
                actor?: string;
                /** @description The public id of what was changed. */
                target?: string;
                /** @description Recorded at or after. */
                from?: string;
                /** @description Recorded before. */
                to?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAuditPageBody"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    listAccountMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberListBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive, sent while it is read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            409: components["responses"]["ConflictCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    getAllUsage: {
        parameters: {
            query?: {
                /** @description Started at or after. At most 366 days before `to`. Default: the beginning of the day (UTC) 30 days before `to`. */
                from?: string;
                /** @description Started before. Default: now. */
                to?: string;
                /** @description Comma-separated, any of day, modelKey, keyId, modality, externalUserId, status. Items have these fields and are ordered by them. */
                groupBy?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ordered by the grouped fields, in their order; days from the first to the last, null last. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUsageBody"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    getAccountUsage: {
        parameters: {
            query?: {
                /** @description Started at or after. At most 366 days before `to`. Default: the beginning of the day (UTC) 30 days before `to`. */
                from?: string;
                /** @description Started before. Default: now. */
                to?: string;
                /** @description Comma-separated, any of day, modelKey, keyId, modality, externalUserId, status. Items have these fields and are ordered by them. */
                groupBy?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ordered by the grouped fields, in their order; days from the first to the last, null last. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUsageBody"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            404: components["responses"]["NotFoundCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    getAdminOverview: {
        parameters: {
            query?: {
                /** @description The start of an hour, at most 366 days before `to`. Default: the beginning of the day (UTC) 29 days before that of `to`. */
                from?: string;
                /** @description The start of an hour; what follows is left out. Default: the end of this hour. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-Where-Known"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-Where-Known"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-Where-Known"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy-Where-Known"];
                    RateLimit: components["headers"]["RateLimit-Where-Known"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminOverviewBody"];
                };
            };
            400: components["responses"]["BadRequestCountedForSome"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenCountedForSome"];
            408: components["responses"]["RequestTimeoutCountedForSome"];
            413: components["responses"]["PayloadTooLargeCountedForSome"];
            415: components["responses"]["UnsupportedMediaTypeCountedForSome"];
            429: components["responses"]["TooManyRequestsCountedForSome"];
            431: components["responses"]["HeadersTooLargeCountedForSome"];
            500: components["responses"]["InternalErrorCountedForSome"];
            503: components["responses"]["ServiceUnavailableCountedForSome"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        checks: {
                            [key: string]: string;
                        };
                        /** @description The engines of the models on offer. open: nothing is submitted to it for now; half-open: a health check has succeeded, and one prediction at a time tests whether it works. No engine makes the process unready. */
                        engines: {
                            [key: string]: "accepting" | "half-open" | "open";
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The caller has the current one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenApiTools: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The caller has the current one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOpenApiYaml: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/yaml": string;
                };
            };
            /** @description The caller has the current one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The caller has the current one. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-API-Version": components["headers"]["X-API-Version"];
                    /** @description Strong: the same bytes. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
