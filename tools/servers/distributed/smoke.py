#!/usr/bin/env python3
"""Smoke test over real HTTP: starts ./server, calls every route, checks the documented rules, receives webhooks."""
import base64, datetime, hashlib, hmac, http.client, http.server, json, os, random, re, signal, subprocess, sys, threading, time, uuid
here = os.path.dirname(os.path.abspath(__file__))
ENV = dict(os.environ, PORT='0', PLATFORM_KEY='plat_key', ORG_KEY='org_key', PRODUCTION_KEY='prod_key', JWT_SECRET='jwt_secret', CONTROL_KEY='ctl_key')
proc = subprocess.Popen([os.path.join(here, 'server')], env=ENV, stdout=subprocess.PIPE, text=True)
line = proc.stdout.readline().strip()
assert re.fullmatch(r'listening on http://127\.0\.0\.1:\d+', line), line
PORT = int(line.rsplit(':', 1)[1])
failures, checks, examples = [], 0, []

def check(what, ok, detail=''):
    global checks
    checks += 1
    if not ok:
        failures.append(what); print('FAIL', what, detail)

class R:
    pass

def call(method, path, body=None, key='plat_key', tenant=None, raw=None, ctype='application/json'):
    conn = http.client.HTTPConnection('127.0.0.1', PORT, timeout=60)
    h = {}
    if key: h['Authorization'] = 'Bearer ' + key
    if tenant: h['X-MultiTenantKey'] = tenant
    data = raw if raw is not None else (json.dumps(body) if body is not None else None)
    if data is not None: h['Content-Type'] = ctype
    conn.request(method, path, data, h)
    resp = conn.getresponse(); text = resp.read().decode()
    r = R(); r.status = resp.status; r.location = resp.getheader('Location'); r.ctype = resp.getheader('Content-Type')
    r.text = text; r.json = json.loads(text) if text and (r.ctype or '').startswith('application/json') else None
    conn.close()
    check('no 5xx %s %s' % (method, path), r.status < 500, text)
    if r.status >= 400: check('error object %s' % path, r.json and isinstance(r.json.get('code'), str) and isinstance(r.json.get('message'), str), text)
    template = re.sub(r'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '{id}', path.split('?')[0])
    k = (method, template, r.status // 100)
    i = next((i for i, e in enumerate(examples) if e[0] == k), None)
    if i is None: examples.append([k, (method, path, body, r.status, r.location, text)])
    elif len(examples[i][1][5]) < len(text) < 1600: examples[i][1] = (method, path, body, r.status, r.location, text)
    return r

def ctl(method, path, body=None): return call(method, '/control' + path, body, key='ctl_key')
def idle(): 
    r = ctl('POST', '/idle', {'timeoutMs': 20000}); check('idle', r.json['idle']); return r
def move(seconds): return ctl('POST', '/clock', {'advanceSeconds': seconds})
def last(location): return location.rsplit('/', 1)[1]
def until(get, ok, what, seconds=3):
    end = time.time() + seconds
    while True:
        v = get()
        if ok(v): return v
        if time.time() > end:
            check(what, False, getattr(v, 'text', v)); return v
        time.sleep(0.02)

# --- webhook receiver
received, lock, failing = [], threading.Lock(), set()
class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        with lock: received.append((self.path, dict((k.lower(), v) for k, v in self.headers.items()), body, json.loads(body)))
        code = 500 if self.path in failing else 302 if self.path == '/redirect' else 200
        self.send_response(code)
        if code == 302: self.send_header('Location', '/ok')
        self.send_header('Content-Length', '0'); self.end_headers()
    def log_message(self, *a): pass
hooks = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Hook)
threading.Thread(target=hooks.serve_forever, daemon=True).start()
HP = hooks.server_address[1]
def events(kind, path='/platform', **data):
    with lock: items = list(received)
    out, ids = [], set()
    for p, h, b, e in items:
        if p == path and e['eventType'] == kind and all(e['data'].get(k) == v for k, v in data.items()) and e['id'] not in ids:
            ids.add(e['id']); out.append(e)
    return out
def event(kind, **data):
    found = until(lambda: events(kind, **data), lambda x: x, 'event %s %s' % (kind, data))
    return found[0] if found else {'data': {}}

def today(days=0):
    t = ctl('GET', '/clock').json['timestamp']
    return (datetime.datetime.fromtimestamp(t, datetime.timezone.utc) + datetime.timedelta(days=days)).strftime('%Y-%m-%d')
def usd(n): return {'amount': n, 'currency': 'USD'}

try:
    # --- authentication
    for key in (None, 'nonsense', 'prod_key'):
        check('401 %s' % key, call('GET', '/v1/persons', key=key).status == 401)
    check('404 unknown path', call('GET', '/v1/nothing').status == 404)
    check('405', call('DELETE', '/v1/persons').status == 405)
    check('control key', call('GET', '/control/clock', key='plat_key').status == 401)
    hook = ctl('POST', '/webhook-endpoints', {'scope': 'PLATFORM', 'url': 'http://127.0.0.1:%d/platform' % HP})
    secret = hook.json['signingSecret']

    # --- businesses
    biz_body = {'businessName': 'Acme Ltd', 'businessShortName': 'Acme', 'adminFirstName': 'Ada', 'adminLastName': 'Ng', 'adminEmail': 'ada@acme.example',
        'adminPhoneNumber': {'countryCode': '+1', 'number': '5550100'}, 'address': {'countryCode': 'US', 'line1': '1 Main St', 'line2': '', 'city': 'Austin', 'postalCode': '73301', 'state': 'TX'},
        'country': 'US', 'registrationId': 'REG-1', 'idempotencyKey': 'key-1', 'suppressWelcomeEmail': True}
    b = call('POST', '/v1/platform/businesses', biz_body)
    BIZ, TK = b.json['businessId'], b.json['tenantKey']
    check('idempotent', call('POST', '/v1/platform/businesses', biz_body).json == b.json)
    check('org may not create businesses', call('POST', '/v1/platform/businesses', biz_body, key='org_key').status == 403)
    bad = call('POST', '/v1/platform/businesses', {'businessName': 5})
    check('400 params', bad.status == 400 and bad.json['code'] == 'invalid_request_body' and 'businessName' in bad.json['params'], bad.text)
    check('bad json', call('POST', '/v1/platform/businesses', raw='{').json['code'] == 'invalid_request_body')
    check('json array', call('POST', '/v1/platform/businesses', raw='[]').status == 400)
    OTHER = call('GET', '/v1/businesses/current', key='org_key').json
    check('foreign tenant key', call('GET', '/v1/persons', tenant=OTHER['tenantKey']).status == 403)
    check('nonsense tenant key', call('GET', '/v1/persons', tenant='x').status == 403)
    check('org with foreign tenant key', call('GET', '/v1/persons', key='org_key', tenant=TK).status == 403)
    PRIM = call('GET', '/v1/businesses/current').json
    check('default scope', PRIM['businessId'] != BIZ and call('GET', '/v1/businesses/current', tenant=TK).json['businessId'] == BIZ)
    def t(method, path, body=None, **k): return call(method, path, body, tenant=TK, **k)
    check('other business in path', t('GET', '/v1/businesses/' + PRIM['businessId']).status == 403)
    t('PATCH', '/v1/businesses/current', {'businessName': 'Acme Two'}); event('business.basicinfo.updated', tenantKey=TK)
    cf = t('POST', '/v1/businesses/%s/customFields' % BIZ, {'name': 'Cost centre'})
    CF = last(cf.location)
    check('put custom field', t('PUT', '/v1/businesses/%s/customFields/%s' % (BIZ, CF), {'name': 'Team'}).status == 202)
    check('put custom field 404', t('PUT', '/v1/businesses/%s/customFields/%s' % (BIZ, uuid.uuid4()), {'name': 'Team'}).status == 404)
    check('put custom field 400', t('PUT', '/v1/businesses/%s/customFields/%s' % (BIZ, CF), {}).status == 400)
    until(lambda: t('GET', '/v1/businesses/%s/customFields' % BIZ).json['data'], lambda d: d and d[0]['name'] == 'Team', 'custom field renamed')

    # --- persons
    def person(kind='EMPLOYEE', first='Grace', **more):
        body = {'firstName': first, 'lastName': 'Hopper', 'email': '%s@x.example' % uuid.uuid4().hex[:8], 'type': kind, 'phoneNumber': {'countryCode': '+1', 'number': '5550111'},
            'address': {'countryCode': 'US', 'line1': '2 Side St', 'line2': '', 'city': 'Austin', 'postalCode': '73301', 'state': 'TX'}, 'metadata': {'crm': '42'},
            'compInfo': {'type': 'net', 'salary': usd(500000), 'frequency': 'monthly', 'employmentModel': 'eor'}}
        body.update(more)
        r = t('POST', '/v1/persons', body)
        check('person 202', r.status == 202 and r.text == '', r.text)
        return last(r.location), body
    P, pb = person()
    start = time.time()
    got = until(lambda: t('GET', '/v1/persons/' + P), lambda r: r.status == 200, 'person readable')
    check('visible within 320 ms', time.time() - start < 0.32, time.time() - start)
    check('person shape', got.json['compInfo'] == {'type': 'net', 'frequency': 'monthly', 'employmentModel': 'eor'} and got.json['metadata'] == {'crm': '42'}, got.text)
    e = event('person.created', id=P)
    check('person.created', set(e['data']) == {'id', 'firstName', 'lastName', 'email', 'personType', 'contractorType', 'phoneNumber', 'tenantKey'} and e['version'] == '1.0', e)
    C, cb = person('CONTRACTOR', 'Linus')
    check('person 400', t('POST', '/v1/persons', {'firstName': 'x', 'email': 'no', 'type': 'ALIEN', 'metadata': {'a': 1}}).status == 400)
    lst = until(lambda: t('GET', '/v1/persons?limit=1&page=2'), lambda r: r.json['meta']['itemCount'] == 2, 'person list')
    check('page meta', lst.json['meta'] == {'limit': 1, 'currentPage': 2, 'skipped': 1, 'pages': 2, 'itemCount': 2} and len(lst.json['data']) == 1, lst.text)
    check('email filter', [x['id'] for x in t('GET', '/v1/persons?email=' + pb['email']).json['data']] == [P])
    for q in ('limit=0', 'limit=101', 'page=0', 'limit=x'): check(q, t('GET', '/v1/persons?' + q).status == 400)
    check('tenant isolation', call('GET', '/v1/persons/' + P).status == 404 and call('GET', '/v1/persons/' + P, key='org_key').status == 404)
    job = {'compInfo': {'type': 'net', 'salary': usd(600000), 'frequency': 'monthly'}, 'jobInfo': {'startDate': '2026-01-05', 'employeeNumber': 'E-7', 'title': 'Engineer', 'department': 'R&D', 'customFields': [{'id': CF, 'name': 'Team', 'value': 'Compilers'}]}}
    check('jobInfo', t('PUT', '/v1/persons/%s/jobInfo' % P, job).status == 202)
    e = event('person.jobinfo.updated', id=P)
    g = until(lambda: t('GET', '/v1/persons/' + P), lambda r: r.json['jobInfo']['title'] == 'Engineer', 'job stored').json
    check('jobinfo event = stored', e['data']['jobInfo'] == g['jobInfo'] and e['data']['compInfo'] == g['compInfo'], e)
    check('jobInfo 400', t('PUT', '/v1/persons/%s/jobInfo' % P, {'jobInfo': {'startDate': '05.01.2026'}}).status == 400)
    check('jobInfo 404', t('PUT', '/v1/persons/%s/jobInfo' % uuid.uuid4(), job).status == 404)
    t('PUT', '/v1/persons/%s/personalInfo' % P, {'taxId': '12-34', 'socialSecurityId': '123-45-6789'})
    t('PUT', '/v1/persons/%s/taxProfile' % P, {'maritalStatus': 'MARRIED', 'numberOfDependents': 2})
    t('PATCH', '/v1/persons/' + P, {'firstName': 'Gracie'}); event('person.updated', id=P, firstName='Gracie')
    g = until(lambda: t('GET', '/v1/persons/' + P).json, lambda j: j['taxProfile'], 'tax profile')
    check('personal info', g['personalInfo']['taxId'] == '12-34', g)

    # --- users, tokens, JWT
    u = t('POST', '/v1/users/invite', {'personId': P}); U = last(u.location)
    check('invite twice is one user', t('POST', '/v1/users/invite', {'personId': P}).location == u.location)
    event('user.created', id=U, personId=P)
    users = until(lambda: t('GET', '/v1/users?withStatus=true&personId=' + P), lambda r: r.json['data'], 'user list')
    check('status toggle', users.json['data'][0]['status'] == 'INVITE_SENT' and 'status' not in t('GET', '/v1/users?personId=' + P).json['data'][0])
    t('GET', '/v1/users/' + U)
    t('PATCH', '/v1/users/' + U, {'firstName': 'Gracia', 'tag': 'vip'})
    e = event('user.updated', id=U); check('user.updated', e['data']['isNameUpdated'] is True and e['data']['tag'] == 'vip' and e['data']['type'] == 'basic_info', e)
    t('POST', '/v1/users/%s/password' % U, {'password': 'correct horse'}); event('user.profile.updated', id=U, type='password_set')
    until(lambda: t('GET', '/v1/users?withStatus=true').json['data'], lambda d: d and d[0]['status'] == 'active', 'user active')
    def jwt(claims, secret='jwt_secret', alg='HS256'):
        enc = lambda x: base64.urlsafe_b64encode(x if isinstance(x, bytes) else json.dumps(x).encode()).rstrip(b'=').decode()
        head = enc({'alg': alg, 'typ': 'JWT'}) + '.' + enc(claims)
        return head + '.' + enc(hmac.new(secret.encode(), head.encode(), hashlib.sha256).digest())
    lg = t('POST', '/v1/auth/login/jwt', {'jwt': jwt({'sub': U, 'exp': int(time.time()) + 60})})
    check('redirect token', lg.status == 200 and list(lg.json) == ['redirectToken'], lg.text)
    for wrong in (jwt({'sub': U}, 'wrong'), jwt({'sub': U}, alg='none'), jwt({'sub': U, 'exp': 1}), jwt({'sub': str(uuid.uuid4())}), 'a.b.c', 'x'):
        check('jwt refused', t('POST', '/v1/auth/login/jwt', {'jwt': wrong}).status == 401)
    check('jwt 400', t('POST', '/v1/auth/login/jwt', {}).status == 400)
    check('redirect token is not a user token', call('GET', '/v1/users/' + U, key=lg.json['redirectToken']).status == 401)
    UT = call('POST', '/v1/auth/session', key=lg.json['redirectToken']).json['userToken']
    check('redirect token once', call('POST', '/v1/auth/session', key=lg.json['redirectToken']).status == 401)
    check('own user', call('GET', '/v1/users/' + U, key=UT).status == 200)
    check('own person', call('GET', '/v1/persons/' + P, key=UT).status == 200)
    check('foreign person', call('GET', '/v1/persons/' + C, key=UT).status == 403)
    check('user token: no lists', call('GET', '/v1/persons', key=UT).status == 403)

    # --- files, KYC
    f = t('POST', '/v1/files', {'fileName': 'passport.png', 'contentType': 'image/png', 'contentBase64': base64.b64encode(b'png').decode()})
    F = last(f.location)
    until(lambda: t('GET', '/v1/files/' + F), lambda r: r.status == 200, 'file readable')
    check('file 400', t('POST', '/v1/files', {'fileName': 'x', 'contentType': 'y', 'contentBase64': '***'}).status == 400)
    def kyc(number='P123', line2='', exp=None, **doc):
        return {'firstName': 'Grace', 'lastName': 'Hopper', 'dob': '1990-01-01', 'nationality': 'US', 'address': {'countryCode': 'US', 'line1': '2 Side St', 'line2': line2, 'city': 'Austin', 'postalCode': '73301', 'state': 'TX'},
            'idDetails': dict({'type': 'passport', 'number': number, 'issuedCountryCode': 'US', 'issuedBy': 'State', 'issuedDate': '2020-01-01', 'expirationDate': exp or today(3000)}, **doc)}
    def kyc_of(user): return t('GET', '/v1/users/%s/kyc' % user).json
    check('unknown file 404', t('POST', '/v1/users/%s/kyc' % U, kyc(frontFileId=str(uuid.uuid4()))).status == 404)
    check('kyc 400', t('POST', '/v1/users/%s/kyc' % U, {'dob': 'x'}).status == 400)
    check('patch when not rejected', 'resubmitted when status is Rejected' in t('PATCH', '/v1/users/%s/kyc' % U, kyc('auto-approve')).json['message'])
    r = t('POST', '/v1/users/%s/kyc' % U, dict(kyc(frontFileId=F), addressProofFileId=F)); check('kyc submit', r.status == 202, r.text)
    event('user.kyc.updated', userId=U, type='identity', status='processing'); event('user.kyc.updated', userId=U, type='address', status='processing')
    until(lambda: kyc_of(U), lambda k: k['identity']['status'] == 'pending' and k['address']['status'] == 'pending', 'pending')
    check('review 204', t('POST', '/v1/sandbox/users/%s/kyc/review' % U, {'action': 'reject', 'type': 'identity'}).status == 204)
    check('review 400', t('POST', '/v1/sandbox/users/%s/kyc/review' % U, {'action': 'maybe', 'type': 'identity'}).status == 400)
    until(lambda: kyc_of(U), lambda k: k['identity']['status'] == 'rejected', 'rejected')
    event('user.kyc.updated', userId=U, type='identity', status='rejected')
    check('details kept', kyc_of(U)['idDetails']['frontFileId'] == F)
    check('patch', t('PATCH', '/v1/users/%s/kyc' % U, kyc('AUTO-approve')).status == 202 and kyc_of(U)['identity']['status'] == 'approved')
    ctl('POST', '/users/%s/kyc-decision' % U, {'component': 'address', 'outcome': 'REJECTED'}); event('user.kyc.updated', userId=U, type='address', status='rejected')
    # sentinels at once, on a user that is still in the queue
    P2, _ = person(); U2 = last(t('POST', '/v1/users/invite', {'personId': P2}).location)
    EXP = today(40)
    t('POST', '/v1/users/%s/kyc' % U2, kyc('Auto-Approve', 'AUTO-DECLINE', EXP))
    k = kyc_of(U2); check('sentinels at once', k['identity']['status'] == 'approved' and k['address']['status'] == 'rejected', k)
    check('renewal too early', t('POST', '/v1/users/%s/kyc/renewal' % U2, {'idDetails': kyc('auto-approve')['idDetails']}).status == 409)
    P3, _ = person(); U3 = last(t('POST', '/v1/users/invite', {'personId': P3}).location)
    t('POST', '/v1/users/%s/kyc' % U3, kyc('auto-approve', exp=EXP))
    d = t('DELETE', '/v1/sandbox/users/' + U); check('user deleted', d.status == 204 and d.text == '')
    until(lambda: t('GET', '/v1/users/' + U), lambda r: r.status == 404, 'user gone')
    check('person stays', t('GET', '/v1/persons/' + P).status == 200)
    check('token of deleted user', call('GET', '/v1/persons/' + P, key=UT).status == 401)
    U = last(t('POST', '/v1/users/invite', {'personId': P}).location)

    # --- what a user token may do
    PC, _ = person('CONTRACTOR', 'Ken'); UC = last(t('POST', '/v1/users/invite', {'personId': PC}).location)
    CT = ctl('POST', '/users/%s/token' % UC).json['userToken']
    own = lambda m, p, b=None: call(m, p, b, key=CT)
    fu = last(own('POST', '/v1/files', {'fileName': 'a', 'contentType': 'b', 'contentBase64': 'YQ=='}).location)
    check('own kyc', own('POST', '/v1/users/%s/kyc' % UC, kyc('P7', frontFileId=fu)).status == 202 and own('POST', '/v1/users/%s/kyc' % U2, kyc('P7', frontFileId=fu)).status == 403)
    check('own reimbursement', own('POST', '/v1/reimbursements', {'personId': PC, 'amount': usd(5), 'description': 'x'}).status == 202)
    check('foreign reimbursement', own('POST', '/v1/reimbursements', {'personId': P, 'amount': usd(5), 'description': 'x'}).status == 403)
    dr = own('POST', '/v1/invoice-drafts', {'personId': PC, 'dueDate': today(3), 'items': [{'description': 'x', 'amount': usd(5)}]})
    iv = own('POST', dr.location + '/submit'); until(lambda: own('GET', iv.location), lambda r: r.status == 200, 'own invoice')
    for m, p in (('GET', '/v1/users'), ('GET', '/v1/wallets'), ('POST', '/v1/payrolls'), ('POST', '/v1/sandbox/users/%s/kyc/review' % UC), ('POST', '/v1/platform/businesses')): check('user token ' + p, own(m, p, {} if m == 'POST' else None).status == 403)

    # --- the other business and its own endpoint
    ok = ctl('POST', '/webhook-endpoints', {'scope': 'BUSINESS', 'businessId': OTHER['businessId'], 'url': 'http://127.0.0.1:%d/org' % HP})
    op = last(call('POST', '/v1/persons', {'firstName': 'O', 'lastName': 'P', 'email': 'o@p.example', 'type': 'EMPLOYEE'}, key='org_key').location)
    until(lambda: events('person.created', path='/org', id=op), lambda x: x, 'org endpoint'); idle()
    check('not to the platform', not events('person.created', id=op) and all(e['data']['tenantKey'] == OTHER['tenantKey'] for e in events('person.created', path='/org')))
    check('isolation', t('POST', '/v1/users/invite', {'personId': op}).status == 400 and t('PUT', '/v1/persons/%s/taxProfile' % op, {}).status == 404)

    # --- contracts
    tpl = until(lambda: t('GET', '/v1/contract-templates').json['data'], lambda d: len(d) == 2, 'templates')
    k = t('POST', '/v1/contracts', {'templateId': tpl[0]['id'], 'personId': P, 'sender': {'email': 'ada@acme.example', 'name': 'Ada'}, 'suppressNotification': True})
    check('contract', k.status == 201 and set(k.json) == {'id', 'name', 'personId', 'signatures', 'status', 'subject', 'templateId', 'title'} and k.json['status'] == 'awaiting business signature'
        and [s['order'] for s in k.json['signatures']] == [0, 1] and k.json['signatures'][0]['emailAddress'] == 'ada@acme.example' and k.json['signatures'][0]['status'] == 'unsigned', k.text)
    check('contract 400', t('POST', '/v1/contracts', {'templateId': str(uuid.uuid4()), 'personId': P, 'sender': {'email': 'x'}}).status == 400)
    K = k.json['id']; event('contract.created', id=K)
    until(lambda: t('GET', '/v1/contracts?personId=' + P).json['data'], lambda d: [x['id'] for x in d] == [K], 'contract list')
    check('contract filter', t('GET', '/v1/contracts?personId=' + C).json['data'] == [])
    ctl('POST', '/contracts/%s/sign-next' % K); event('contract.signed', id=K, order=0); ctl('POST', '/contracts/%s/sign-next' % K)
    event('contract.status.updated', id=K, status='completed')
    k = until(lambda: t('GET', '/v1/contracts/' + K).json, lambda j: j['status'] == 'completed', 'contract completed')
    check('signed', all(s['status'] == 'signed' and s['signedAt'] > 0 for s in k['signatures']))

    # --- wallets, deposits
    def wallet(cur='USD'):
        return next((w['availableBalance']['amount'] for w in t('GET', '/v1/wallets').json['data'] if w['currency'] == cur), None)
    check('wallet empty', wallet() == 0)
    d = t('POST', '/v1/sandbox/business-deposits', {'value': usd(1000000), 'description': 'seed'}); T = last(d.location)
    e = event('transaction.succeeded', id=T); check('deposit event', e['data']['description'] == 'seed' and e['data']['type'] == 'DEPOSIT' and e['data']['recipientId'] == BIZ and 'paymentInfo' not in e['data'], e)
    event('transaction.initiated', id=T); event('transaction.processing', id=T)
    until(wallet, lambda x: x == 1000000, 'wallet credited')
    check('disbursements description', next(x for x in t('GET', '/v1/disbursements').json['data'] if x['id'] == T)['description'] == 'seed')
    for badv in ({}, {'value': {'amount': 1.5, 'currency': 'USD'}}, {'value': {'amount': -1, 'currency': 'USD'}}, {'value': {'amount': 1, 'currency': 'usd'}}, {'value': '5'}):
        check('deposit 400', t('POST', '/v1/sandbox/business-deposits', badv).status == 400)
    def bank(body): return last(ctl('POST', '/businesses/%s/bank-deposits' % BIZ, body).location)
    T1 = bank({'amount': {'amount': 500, 'currency': 'GBP'}, 'bankReference': 'INV 7', 'senderName': 'Joan', 'senderSortCode': '112233', 'senderAccountNumber': '12345678'})
    i = event('transaction.succeeded', id=T1)['data']; check('GBP', i['paymentInfo']['bank'] == {'accountName': 'Joan', 'sortCode': '112233', 'accountNumber': '****5678'} and i['description'] == 'INV 7', i)
    T2 = bank({'amount': {'amount': 500, 'currency': 'EUR'}, 'senderName': 'Jo', 'senderIban': 'DE89370400440532013000', 'senderBic': 'COBADEFF'})
    i = event('transaction.succeeded', id=T2)['data']['paymentInfo']; check('EUR', i['preferredMethod'] == 'bank' and i['bank']['bankCode'] == 'COBADEFF' and i['bank']['iban'].endswith('3000') and i['bank']['iban'][0] == '*', i)
    T3 = bank({'amount': usd(500), 'senderName': 'Jo', 'network': 'wire'})
    i = event('transaction.succeeded', id=T3)['data']['paymentInfo']; check('USD wire', i == {'preferredMethod': 'wire', 'bank': {}, 'ach': {}, 'wire': {'accountName': 'Jo'}, 'swift': {}}, i)
    T4 = bank({'amount': usd(500), 'bankReference': 'anon'})
    check('no sender', 'paymentInfo' not in event('transaction.succeeded', id=T4)['data'])

    # --- transactions by hand
    T5 = bank({'amount': usd(700), 'senderName': 'Jo', 'holdForReview': True}); event('transaction.initiated', id=T5); time.sleep(0.4)
    check('held', t('GET', '/v1/transactions/' + T5).json['status'] == 'initiated')
    ctl('POST', '/transactions/%s/request-information' % T5, {'actionRequired': 'EXPLAIN_SOURCE'})
    check('rfi', event('transaction.rfi.updated', id=T5, status='RFI_REQUESTED')['data']['actionRequired'] == 'EXPLAIN_SOURCE')
    check('settle during rfi', ctl('POST', '/transactions/%s/settle' % T5).status == 409)
    ctl('POST', '/transactions/%s/provide-information' % T5); check('rfi provided', 'actionRequired' not in event('transaction.rfi.updated', id=T5, status='RFI_PROVIDED')['data'])
    ctl('POST', '/transactions/%s/pass-checks' % T5); event('transaction.processing', id=T5); event('transaction.succeeded', id=T5)
    idle(); before = wallet()
    ctl('POST', '/transactions/%s/return' % T5); e = event('transaction.failed', id=T5); check('returned', e['data']['isReturned'] is True and e['data']['message'])
    idle(); check('taken back', wallet() == before - 700)
    check('step 404', ctl('POST', '/transactions/%s/explode' % T5).status == 404)

    # --- beneficiaries, payouts
    def beneficiary(account='Jane Doe'):
        r = t('POST', '/v1/beneficiaries', {'name': 'Jane Doe', 'email': 'jane@x.example', 'countryCode': 'CO', 'currency': 'USD',
            'kyc': {'firstName': 'Jane', 'lastName': 'Doe', 'dateOfBirth': '1990-01-01', 'countryCode': 'CO', 'idType': 'PASSPORT', 'idNumber': 'P1', 'idFileFront': F},
            'paymentDetails': {'preferredMethod': 'bank', 'bank': {'accountName': account, 'accountNumber': '123', 'bankName': 'Banco', 'bankCode': '007', 'address': {'line1': 'x', 'line2': '', 'city': 'Bogota', 'postalCode': '1', 'countryCode': 'CO'}}}})
        check('beneficiary', list(r.json) == ['id'], r.text)
        return r.json['id']
    B = beneficiary()
    check('beneficiary 400', t('POST', '/v1/beneficiaries', {'name': 'x', 'paymentDetails': {}}).status == 400)
    def payout(b=B, amount=1000, ref='ref'):
        q = t('POST', '/v1/payout-quotes', {'beneficiaryId': b, 'amount': usd(amount)})
        r = t('POST', q.location + '/payout', {'reference': ref})
        return last(r.location), q.location
    P1, q = payout(ref='one'); t('GET', q)
    check('quote once', t('POST', q + '/payout', {}).status == 409)
    lb = until(lambda: t('GET', '/v1/beneficiaries').json, lambda j: j['data'], 'beneficiary list'); check('empty strings', lb['data'][0]['kyc']['idFileBack'] == '' and lb['node'] == {'previous': None, 'next': None}, lb)
    t('GET', '/v1/beneficiaries/' + B)
    p = until(lambda: t('GET', '/v1/payouts/' + P1), lambda r: r.status == 200 and r.json['status'] == 'processing', 'payout processing').json
    ctl('POST', '/transactions/%s/settle' % p['transactionId']); until(lambda: t('GET', '/v1/payouts/' + P1).json, lambda j: j['status'] == 'succeeded', 'payout succeeded')
    P4, _ = payout(beneficiary('Simulate compliance rejection'.upper()), ref='two')
    x = until(lambda: t('GET', '/v1/payouts/' + P4), lambda r: r.status == 200 and r.json['status'] == 'failed', 'payout fails').json
    check('message', event('transaction.failed', id=x['transactionId'])['data']['message'] == 'Rejected by compliance')
    big, _ = payout(amount=10**10, ref='big'); until(lambda: t('GET', '/v1/payouts/' + big), lambda r: r.status == 200 and r.json['status'] == 'failed', 'unfunded payout fails')
    for n in range(4): payout(ref='page')
    idle()
    ref = t('GET', '/v1/payouts?clientReference=page&maxResults=3'); check('page one', len(ref.json['data']) == 3 and ref.json['node']['next'] and ref.json['node']['previous'] is None, ref.text)
    two = t('GET', '/v1/payouts?clientReference=page&maxResults=3&cursor=' + ref.json['node']['next']).json; check('page two', len(two['data']) == 1 and two['node']['next'] is None and two['node']['previous'], two)
    back = t('GET', '/v1/payouts?clientReference=page&maxResults=3&cursor=' + two['node']['previous']).json; check('back', back['data'] == ref.json['data'])
    check('status filter', {x['status'] for x in t('GET', '/v1/payouts?payoutStatus=failed').json['data']} == {'failed'})
    check('asc', [x['id'] for x in t('GET', '/v1/payouts?sortOrder=asc').json['data']] == [x['id'] for x in t('GET', '/v1/payouts?sortOrder=desc').json['data']][::-1])
    for q in ('payoutStatus=x', 'sortOrder=x', 'cursor=x', 'maxResults=0', 'startDate=x', 'responseFormat=csv', 'responseFormat=csv&startDate=2020-01-01'):
        check('payouts 400 ' + q, t('GET', '/v1/payouts?' + q).status == 400)
    c = t('GET', '/v1/payouts?responseFormat=csv&startDate=%s&endDate=%s' % (today(), today())); check('csv', c.ctype.startswith('text/csv') and len(c.text.splitlines()) == 8, c.text)
    check('outside', t('GET', '/v1/payouts?endDate=' + today(-1)).json['data'] == [])

    # --- payrolls
    def payroll(date, entries, kind='EMPLOYEE', **more):
        r = t('POST', '/v1/payrolls', {'workerType': kind, 'type': 'ONE-OFF'}); check('payroll 201', r.status == 201 and r.text == '')
        i = last(r.location)
        s = t('POST', '/v1/payrolls/%s/save' % i, dict({'payrollDate': date, 'payPeriod': {'fromDate': '2026-01-01', 'toDate': '2026-01-31'}, 'entries': entries}, **more)); check('save 202', s.status == 202, s.text)
        return i
    def status(i):
        r = t('GET', '/v1/payrolls/' + i); return r.json.get('status') if r.status == 200 else None
    L1 = payroll(today(-3), [{'personId': P, 'salary': usd(500000)}], feeLineItems=[{'label': 'Extra', 'amount': usd(100)}], fxValidUntil='2027-01-01T00:00:00Z', customData={'any': [1]})
    event('payroll.created', id=L1, type='ONE_OFF', workerType='EMPLOYEE')
    a = t('POST', '/v1/payrolls/%s/approval' % L1); check('past payroll completes at once', a.status == 200 and status(L1) == 'Completed', a.text)
    slips = t('GET', '/v1/payrolls/%s/payslips' % L1).json['data']; check('payslips', len(slips) == 1 and slips[0]['personId'] == P)
    event('payroll.status.updated', id=L1, status='saved'); event('payroll.status.updated', id=L1, status='completed')
    item = until(lambda: t('GET', '/v1/payrolls').json['data'], lambda d: d and d[0]['status'] == 'Completed', 'payroll list')[0]
    check('list type', item['type'] == 'ONE-OFF' and item['numPeople'] == 1 and item['gross']['amount'] == sum(item[x]['amount'] for x in ('net', 'tax', 'pension', 'statutoryDeductions')), item)
    DATE = today(2)
    L2 = payroll(DATE, [{'personId': C, 'salary': usd(2000000)}, ], 'CONTRACTOR')
    check('not completed: no payslips', t('GET', '/v1/payrolls/%s/payslips' % L2).status == 404)
    t('POST', '/v1/payrolls/%s/approval' % L2); until(lambda: status(L2), lambda s: s == 'Awaiting Funds', 'awaiting funds')
    check('approve twice', t('POST', '/v1/payrolls/%s/approval' % L2).status == 409)
    t('POST', '/v1/sandbox/business-deposits', {'value': usd(2000000)}); until(lambda: status(L2), lambda s: s == 'SCHEDULED', 'scheduled')
    event('payroll.status.updated', id=L2, status='approved'); event('payroll.status.updated', id=L2, status='scheduled')
    L3 = payroll(today(5), [{'personId': P, 'salary': usd(100)}]); ctl('POST', '/payrolls/%s/reject' % L3); until(lambda: status(L3), lambda s: s == 'Rejected', 'rejected')
    L4 = payroll(today(5), [{'personId': P, 'salary': usd(100)}]); t('DELETE', '/v1/payrolls/' + L4); until(lambda: status(L4), lambda s: s == 'Deleted', 'deleted')
    for w in ({}, {'payrollDate': DATE, 'payPeriod': {'fromDate': '2026-02-01', 'toDate': '2026-01-01'}, 'entries': [{'personId': P, 'salary': usd(5)}]}, {'payrollDate': DATE, 'payPeriod': {'fromDate': '2026-01-01', 'toDate': '2026-01-31'}, 'entries': []}):
        check('save 400', t('POST', '/v1/payrolls/%s/save' % L4, w).status == 400)
    t('DELETE', '/v1/payrolls/' + L2) if False else None

    # --- invoices, reimbursements
    def invoice():
        d = t('POST', '/v1/invoice-drafts', {'personId': C, 'dueDate': today(10), 'items': [{'description': 'Work', 'amount': usd(5000), 'quantity': 2}], 'notes': 'thanks'})
        return last(t('POST', d.location + '/submit').location)
    I1, I2, I3 = invoice(), invoice(), invoice()
    event('invoice.contractor.submitted', id=I1)
    i = t('GET', '/v1/invoices/' + I1).json; check('invoice', i['source'] == 'CONTRACTOR_SUBMITTED' and i['total'] == usd(10000) and i['status'] == 'pending', i)
    check('reason needed', t('POST', '/v1/invoices/%s/review' % I1, {'decision': 'REJECT'}).status == 400)
    t('POST', '/v1/invoices/%s/review' % I1, {'decision': 'REJECT', 'rejectionReason': 'wrong hours'}); check('reason', event('invoice.contractor.rejected', id=I1)['data']['reason'] == 'wrong hours')
    until(lambda: t('GET', '/v1/invoices/' + I1).json, lambda j: j['status'] == 'cancelled', 'cancelled'); check('review twice', t('POST', '/v1/invoices/%s/review' % I1, {'decision': 'APPROVE'}).status == 409)
    t('POST', '/v1/invoices/%s/review' % I2, {'decision': 'APPROVE'}); event('invoice.contractor.approved', id=I2)
    ctl('POST', '/invoices/%s/pay' % I2); event('invoice.contractor.paid', id=I2); check('paid', t('GET', '/v1/invoices/' + I2).json['status'] == 'paid')
    pi = t('GET', '/v1/payrolls/' + L2).json['invoiceId']; until(lambda: t('GET', '/v1/invoices/' + pi), lambda r: r.status == 200, 'payroll invoice')
    check('no review of payroll invoice', t('POST', '/v1/invoices/%s/review' % pi, {'decision': 'APPROVE'}).status == 409)
    t('GET', '/v1/invoices')
    def reimbursement(): return last(t('POST', '/v1/reimbursements', {'personId': P, 'amount': usd(1500), 'description': 'Taxi', 'category': 'TRAVEL', 'receiptFileId': F}).location)
    R1, R2 = reimbursement(), reimbursement(); event('reimbursement.submitted', id=R1)
    t('POST', '/v1/reimbursements/%s/review' % R1, {'decision': 'APPROVE'}); event('reimbursement.approved', id=R1); check('paid amount', event('reimbursement.paid', id=R1)['data']['amount'] == usd(1500))
    t('POST', '/v1/reimbursements/%s/review' % R2, {'decision': 'REJECT', 'rejectionReason': 'no receipt'}); check('reason', event('reimbursement.rejected', id=R2)['data']['reason'] == 'no receipt')
    t('GET', '/v1/reimbursements'); t('GET', '/v1/reimbursements/' + R1)

    # --- tax
    x = t('POST', '/v1/tax/calculations', {'personId': P, 'salary': usd(500000), 'additionalAttributes': {'yearToDateSalary': 100000}}).json
    check('tax', x['grossAmount'] == usd(500000) and x['netAmount']['amount'] == 500000 - sum(d['amount']['amount'] for d in x['deductions']) and x['employerContributions'] and x['summary'], x)
    check('tax 400', t('POST', '/v1/tax/calculations', {'personId': P}).status == 400)
    x = t('GET', '/v1/tax/locations').json; check('locations', x['countries'][0]['regions'][0]['code'] == 'CA')
    x = t('GET', '/v1/tax/required-fields?country=US').json; check('fields', x['country'] == 'US' and x['fields'][0]['required'] is True)
    check('fields 400', t('GET', '/v1/tax/required-fields?country=ZZ').status == 400)

    # --- virtual and external accounts
    v = last(t('POST', '/v1/virtual-accounts', {'currency': 'USD', 'customIdentification': {'type': 'SSN', 'number': '99999900'}}).location)
    for s in ('requested', 'submitted', 'created'):
        e = event('virtual-account.' + s, id=v); check('one owner', ('userId' in e['data']) != ('businessId' in e['data']))
    check('account details', t('GET', '/v1/virtual-accounts/' + v).json['accountDetails']['accountNumber'])
    v = last(t('POST', '/v1/virtual-accounts', {'userId': U, 'currency': 'USD', 'customIdentification': {'type': 'BVN', 'number': '1'}}).location)
    ctl('POST', '/virtual-accounts/%s/state' % v, {'state': 'submitted'}); e = event('virtual-account.submitted', id=v); check('user owner', e['data']['userId'] == U and 'businessId' not in e['data'])
    t('GET', '/v1/virtual-accounts')
    def link(method): return last(t('POST', '/v1/external-accounts', {'accountHolderName': 'Acme', 'accountNumber': '000123456789', 'routingNumber': '021000021', 'bankName': 'Chase', 'currency': 'USD', 'verificationMethod': method}).location)
    A1, A2 = link('INSTANT'), link('MICRO_DEPOSITS')
    check('active', event('external-account.added', externalAccountId=A1)['data']['status'] == 'active')
    e2 = event('external-account.added', externalAccountId=A2); check('micro', e2['data']['status'] == 'needs_confirmation' and e2['data']['microdepositInfo']['type'] == 'descriptor_code')
    check('wrong code', t('POST', '/v1/external-accounts/%s/verification' % A2, {'descriptorCode': 'SM9999'}).status == 400)
    ctl('POST', '/businesses/%s/direct-debits' % BIZ, {'state': 'RESTRICTED'}); e = event('external-account.restricted'); check('full list', len(e['data']['externalAccounts']) == 2)
    t('POST', '/v1/external-accounts/%s/verification' % A2, {'descriptorCode': 'SM11AA'})
    follow = until(lambda: events('external-account.added', externalAccountId=A2), lambda x: len(x) == 2, 'follow-up')
    check('verified in restriction', {x['data']['status'] for x in follow} == {'needs_confirmation', 'restricted'})
    ctl('POST', '/businesses/%s/direct-debits' % BIZ, {'state': 'ALLOWED'}); event('external-account.restriction_lifted')
    check('active again', t('GET', '/v1/external-accounts/' + A2).json['status'] == 'active'); t('GET', '/v1/external-accounts')
    t('DELETE', '/v1/external-accounts/' + A1); event('external-account.removed', externalAccountId=A1); check('gone', t('GET', '/v1/external-accounts/' + A1).status == 404)

    # --- KYB
    kb = '/v1/businesses/%s/kyb' % BIZ
    x = t('POST', kb, {'taxIdentificationNumber': '000-XXX-AUTO-APPROVE', 'principal': {'fullName': 'Ada', 'socialSecurityNumber': '000-00-1001'}})
    check('combination', x.status == 400 and 'auto-approve tax ID cannot be combined with auto-feedback principal presets' in x.json['message'], x.text)
    t('POST', kb, {'taxIdentificationNumber': '12-3456789', 'principal': {'fullName': 'Ada', 'socialSecurityNumber': '000-00-1001'}}); event('business.kyb.reviewed', businessId=BIZ, status='INFORMATION_NEEDED')
    t('POST', kb, {'taxIdentificationNumber': '000-XXX-AUTO-APPROVE', 'principal': {'fullName': 'Ada', 'socialSecurityNumber': '123-45-6789'}}); event('business.kyb.reviewed', businessId=BIZ, status='APPROVED')
    ctl('POST', '/businesses/%s/kyb-decision' % BIZ, {'outcome': 'COMPLETED'}); event('business.kyb.completed', businessId=BIZ); t('GET', kb)
    call('POST', '/v1/businesses/current/kyb', {'taxIdentificationNumber': '1', 'principal': {'socialSecurityNumber': '000-00-1002'}}); event('business.kyb.rejected', businessId=PRIM['businessId'])
    check('terminal', call('POST', '/v1/businesses/current/kyb', {'taxIdentificationNumber': '1', 'principal': {'socialSecurityNumber': '1'}}).status == 409)

    # --- filings, remittances, requirements, instant pay
    q = last(ctl('POST', '/obligations', {'kind': 'requirements', 'businessId': BIZ, 'title': 'Register for state tax'}).location)
    fl = last(ctl('POST', '/obligations', {'kind': 'filings', 'businessId': BIZ, 'title': 'Form 941', 'dueDate': today(30), 'requirementId': q}).location)
    for s in ('created', 'blocked'): event('filing.' + s, resourceId=fl, resourceType='FILING')
    ctl('POST', '/obligations/requirements/%s/state' % q, {'state': 'satisfied'}); event('requirement.satisfied', resourceId=q); event('filing.pending', resourceId=fl)
    for s in ('in_review', 'approved', 'submitted', 'accepted', 'rejected', 'overdue'): ctl('POST', '/obligations/filings/%s/state' % fl, {'state': s}); event('filing.' + s, resourceId=fl)
    rm = last(ctl('POST', '/obligations', {'kind': 'remittances', 'businessId': BIZ, 'title': 'Payment'}).location)
    for s in ('processing', 'completed', 'failed'): ctl('POST', '/obligations/remittances/%s/state' % rm, {'state': s}); event('remittance.' + s, resourceId=rm)
    for k in ('filings', 'remittances', 'requirements'): check(k, until(lambda: t('GET', '/v1/' + k).json['data'], lambda d: d, k))
    t('GET', '/v1/filings/' + fl)
    ctl('POST', '/businesses/%s/instant-pay' % BIZ, {'personId': P, 'amount': usd(10)}); event('instant-pay.succeeded', personId=P)

    # --- offboarding
    t('POST', '/v1/persons/%s/offboarding' % P2, {'exitDate': today(1), 'reason': 'moved'}); event('person.offboarding.scheduled', id=P2, reason='moved')
    t('DELETE', '/v1/persons/%s/offboarding' % P2); event('person.offboarding.cancelled', id=P2)
    t('POST', '/v1/persons/%s/offboarding' % P2, {'exitDate': today(1), 'reason': 'moved'}); ctl('POST', '/persons/%s/offboarding/complete' % P2); event('person.offboarding.completed', id=P2)
    check('former', t('GET', '/v1/persons/' + P2).json['lifecycle'] == 'Former'); t('POST', '/v1/persons/%s/reinstatement' % P2); event('person.reinstated', id=P2)
    t('POST', '/v1/persons/%s/offboarding' % P2, {'exitDate': today(1), 'reason': 'moved'})

    # --- keys
    nk = ctl('POST', '/keys', {'businessId': BIZ}).json['orgKey']; check('new org key', call('GET', '/v1/persons/' + P, key=nk).status == 200)
    ctl('POST', '/keys/revoke', {'key': nk}); check('revoked', call('GET', '/v1/persons/' + P, key=nk).status == 401)
    nk = ctl('POST', '/keys', {'businessId': BIZ, 'ipAddresses': ['127.0.0.9']}).json['orgKey']; check('ip bound', call('GET', '/v1/persons/' + P, key=nk).status == 403)

    # --- user token lifetime, wehooks with retries, clock
    UT = ctl('POST', '/users/%s/token' % U).json['userToken']; check('issued', call('GET', '/v1/users/%s/kyc' % U, key=UT).status in (200, 404))
    idle()
    for p, h, body, e in list(received):
        if p == '/org': continue
        if h['hook-signature'] != hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(): check('signature', False); break
        if h['hook-id'] != e['id'] or abs(int(h['hook-timestamp']) - e['timestamp']) > 2: check('headers', False, h)
    ids = [e['id'] for p, h, b, e in received]; check('some are sent twice', len(ids) > len(set(ids)))
    failing.add('/down'); down = ctl('POST', '/webhook-endpoints', {'scope': 'BUSINESS', 'businessId': BIZ, 'url': 'http://127.0.0.1:%d/down' % HP}).json
    red = ctl('POST', '/webhook-endpoints', {'scope': 'BUSINESS', 'businessId': BIZ, 'url': 'http://127.0.0.1:%d/redirect' % HP}).json
    t('PATCH', '/v1/persons/' + P, {'firstName': 'Grace'}); idle()
    def attempts(path): return [(h, b, e) for p, h, b, e in received if p == path and e['eventType'] == 'person.updated']
    check('one attempt', len(attempts('/down')) == 1 and len(attempts('/redirect')) == 1)
    move(65); idle(); check('first retry', len(attempts('/down')) == 2)
    rot = ctl('POST', '/webhook-endpoints/%s/secret' % down['endpointId']).json['signingSecret']
    move(3 * 86400); idle()
    tries = attempts('/down'); check('eight attempts', len(tries) == 8 and len(attempts('/redirect')) == 8, len(tries))
    check('same id and body', len({h['hook-id'] for h, b, e in tries}) == 1 and len({b for h, b, e in tries}) == 1)
    gaps = [int(b[0]['hook-timestamp']) - int(a[0]['hook-timestamp']) for a, b in zip(tries, tries[1:])]; print('retry gaps', gaps)
    check('gaps', all(want <= g <= want + 61 for g, want in zip(gaps, (5, 300, 1800, 7200, 18000, 36000, 86400))), gaps)
    check('rotated', tries[-1][0]['hook-signature'] == hmac.new(rot.encode(), tries[-1][1], hashlib.sha256).hexdigest())
    dl = ctl('GET', '/webhook-deliveries?endpointId=' + down['endpointId']).json['data']; check('marked failed', any(x['state'] == 'FAILED' and x['attempts'] == 8 for x in dl))
    check('user token expired', call('GET', '/v1/users/%s/kyc' % U, key=UT).status == 401)
    check('payroll processing', status(L2) == 'IN_PROCESSING'); event('payroll.status.updated', id=L2, status='processing')
    fee = events('transaction.succeeded', type='PAYROLL_FEE'); check('fee', fee and not events('transaction.processing', type='PAYROLL_FEE'), fee)
    e = event('transaction.initiated', type='PAYROLL', reference=L2); check('payroll transaction', e['data']['recipientId'] == C and e['data']['recipientType'] == 'CONTRACTOR', e)
    ctl('POST', '/payrolls/%s/confirm-disbursements' % L2); until(lambda: status(L2), lambda s: s == 'Completed', 'completed'); event('payroll.status.updated', id=L2, status='completed')
    event('person.offboarding.completed', id=P2)
    for e in (down, red): ctl('DELETE', '/webhook-endpoints/' + e['endpointId'])
    move(8 * 86400); idle(); check('overdue', t('GET', '/v1/invoices/' + I3).json['status'] == 'overdue')
    check('about to expire', len(events('user.kyc.expiry', userId=U2, stage='about-to-expire', expiryDate=EXP)) == 1 and kyc_of(U2)['expiryStage'] == 'about-to-expire')
    r = t('POST', '/v1/users/%s/kyc/renewal' % U2, {'idDetails': kyc('auto-approve', exp=today(4000))['idDetails']}); check('renewal', r.status == 202)
    event('user.kyc.updated', userId=U2, type='identity', status='approved'); idle(); check('renewed', kyc_of(U2)['expiryStage'] is None)
    move(31 * 86400); idle(); check('grace', events('user.kyc.expiry', userId=U3, stage='in-grace-period')); check('still approved', kyc_of(U3)['identity']['status'] == 'approved')
    move(60 * 86400); idle(); check('expired', len(events('user.kyc.expiry', userId=U3, stage='expired')) == 1 and kyc_of(U3)['identity']['status'] == 'rejected')
    check('renewed one is quiet', len(events('user.kyc.expiry', userId=U2)) == 1)
    t('POST', '/v1/users/%s/kyc/renewal' % U3, {'idDetails': kyc('P9', exp=today(4000), frontFileId=F)['idDetails']}); idle(); k = kyc_of(U3); check('renewal waits', k['renewal']['status'] == 'PENDING_REVIEW' and k['identity']['status'] == 'pending', k)
    t('POST', '/v1/sandbox/users/%s/kyc/review' % U3, {'action': 'approve', 'type': 'identity'}); idle(); k = kyc_of(U3); check('renewal approved', k['identity']['status'] == 'approved' and k['renewal'] is None and k['idDetails']['number'] == 'P9', k)
    check('clock to', ctl('POST', '/clock', {'to': today(1) + 'T00:00:00Z'}).json['now'] >= today() + 'T00:00:00Z')
    check('backwards', ctl('POST', '/clock', {'to': '2020-01-01T00:00:00Z'}).status == 400)
    ctl('POST', '/businesses/%s/compliance' % BIZ, {'mode': 'MANUAL_REVIEW'})
    # --- hostile input
    for method, path in (('POST', '/v1/persons'), ('POST', '/v1/beneficiaries'), ('POST', '/v1/contracts'), ('POST', '/v1/payrolls'), ('POST', '/v1/payrolls/%s/save' % L4), ('POST', '/v1/reimbursements'), ('POST', '/v1/invoice-drafts'),
            ('POST', '/v1/external-accounts'), ('POST', '/v1/virtual-accounts'), ('POST', '/v1/users/%s/kyc' % U), ('POST', '/v1/users/%s/kyc/renewal' % U), ('PUT', '/v1/persons/%s/jobInfo' % P), ('POST', '/v1/tax/calculations'), ('PATCH', '/v1/users/%s' % U2), ('POST', '/v1/payout-quotes')):
        for junk in ({}, {'firstName': [], 'email': {}, 'entries': 5, 'items': [5, None], 'amount': [], 'salary': 'x', 'kyc': 5, 'paymentDetails': {'bank': []}, 'idDetails': [], 'address': 7, 'compInfo': [], 'jobInfo': {'customFields': {}}, 'sender': 1, 'metadata': []}):
            call(method, path, junk, tenant=TK)
        check('junk', call(method, path, raw='\xff{', tenant=TK).status == 400)
    json.dump([e[1] for e in examples], open(os.path.join(here, 'examples.json'), 'w'), indent=1)
    first = {}
    for p, h, body, e in received:
        if p == '/platform' and len(body) > len(first.get(e['eventType'], b'')): first[e['eventType']] = body
    json.dump({k: first[k].decode() for k in sorted(first)}, open(os.path.join(here, 'events.json'), 'w'), indent=1)
finally:
    proc.send_signal(signal.SIGTERM)
    check('ends on SIGTERM', proc.wait(5) == 0)
print('%d checks, %d failures' % (checks, len(failures)))
sys.exit(1 if failures else 0)
