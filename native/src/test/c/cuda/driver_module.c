#include "driver.h"

enum {
    OPTION_INFO_LOG = 3,
    OPTION_INFO_LOG_BYTES = 4,
    OPTION_ERROR_LOG = 5,
    OPTION_ERROR_LOG_BYTES = 6,
    PARAMETERS_END = 0,
    PARAMETERS_POINTER = 1,
    PARAMETERS_BYTES = 2,
    STATIC_SHARED_LIMIT = 49152,
    DYNAMIC_SHARED_LIMIT = 98304,
    MAX_THREADS = 1024,
    GRANTED_REGISTERS = 65536
};

/* The PTX version of a driver release, times ten. */
static u32 ptx_version(u64 driver) {
    u32 major = (u32)(driver / 1000), minor = (u32)(driver % 1000 / 10);
    if (major < 11) {
        return major == 10 ? 63 + (minor > 0) + (minor > 1) : 60;
    }
    u32 newest = major == 12 && minor > 5 ? minor - 1 : minor;
    return (major - 4) * 10 + newest;
}

static void write_log(u32 count, const s32 *options, const u64 *values, const char *text) {
    u64 buffer = 0, bytes = 0;
    for (u32 i = 0; i < count; i++) {
        buffer = options[i] == OPTION_ERROR_LOG ? values[i] : buffer;
        bytes = options[i] == OPTION_ERROR_LOG_BYTES ? (u32)values[i] : bytes;
    }
    if (buffer && bytes) {
        snprintf((char *)buffer, bytes, "%s", text);
    }
}

EXPORT s32 cuModuleLoadDataEx(u64 *handle, const char *image, u32 count, const s32 *options, const u64 *values) {
    context *c;
    s32 code = enter_context(&c);
    if (!code && (!handle || !image || (count && (!options || !values)))) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "no image, no place for the module, or no options");
    }
    code = code ? code : capture_forbids(c);
    if (code) {
        return leave(code);
    }
    loaded_module *loaded = create_object(sizeof *loaded, OBJECT_MODULE, c);
    loaded->module.memory = &c->memory;
    loaded->module.ptx_version = ptx_version(setting(SETTING_DRIVER_VERSION));
    loaded->module.capability = (u32)setting(SETTING_CAPABILITY);
    module_load(&loaded->module, image);
    if (loaded->module.code) {
        code = reject(loaded->module.code, "%s", loaded->module.log);
        write_log(count, options, values, loaded->module.log);
        module_unload(&loaded->module);
        destroy_object(&loaded->head);
        return leave(code);
    }
    write_log(count, options, values, "");
    *handle = loaded->head.handle;
    return leave(CUDA_SUCCESS);
}

EXPORT s32 cuModuleLoadData(u64 *handle, const char *image) {
    return cuModuleLoadDataEx(handle, image, 0, null, null);
}

static s32 enter_module(context **c, u64 handle, loaded_module **m) {
    s32 code = enter_context(c);
    if (code) {
        return code;
    }
    *m = find_object(handle, OBJECT_MODULE);
    return *m && (*m)->head.owner == *c
               ? CUDA_SUCCESS
               : reject(CUDA_ERROR_INVALID_HANDLE, "%#llx is not a module of the context", handle);
}

EXPORT s32 cuModuleUnload(u64 handle) {
    context *c;
    loaded_module *m;
    s32 code = enter_module(&c, handle, &m);
    code = code ? code : capture_forbids(c);
    code = code ? code : run_all(c);
    if (!code) {
        destroy_functions_of(m);
        module_unload(&m->module);
        destroy_object(&m->head);
    }
    return leave(code);
}

EXPORT s32 cuModuleGetFunction(u64 *handle, u64 module_handle, const char *name) {
    context *c;
    loaded_module *m;
    s32 code = enter_module(&c, module_handle, &m);
    if (!code && (!handle || !name)) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "no name, or no place for the function");
    }
    if (code) {
        return leave(code);
    }
    const kernel *k = module_kernel(&m->module, name);
    if (!k) {
        return leave(reject(CUDA_ERROR_NOT_FOUND, "the module has no kernel '%s'", name));
    }
    loaded_function *f = create_object(sizeof *f, OBJECT_FUNCTION, c);
    f->module = m;
    f->kernel = k;
    f->largest_dynamic_shared = STATIC_SHARED_LIMIT - k->shared_bytes;
    *handle = f->head.handle;
    return leave(CUDA_SUCCESS);
}

static s32 find_function(context *c, u64 handle, loaded_function **f) {
    *f = find_object(handle, OBJECT_FUNCTION);
    return *f && (*f)->head.owner == c ? CUDA_SUCCESS
                                       : reject(
                                             CUDA_ERROR_INVALID_HANDLE,
                                             "%#llx is not a function of the context, or its module is unloaded", handle);
}

enum function_attribute {
    FUNCTION_MAX_THREADS,
    FUNCTION_SHARED,
    FUNCTION_CONST,
    FUNCTION_LOCAL,
    FUNCTION_REGISTERS,
    FUNCTION_PTX_VERSION,
    FUNCTION_BINARY_VERSION,
    FUNCTION_CACHE_MODE,
    FUNCTION_MAX_DYNAMIC_SHARED,
    FUNCTION_CARVEOUT
};

static s32 registers_of(const kernel *k) {
    return k->register_count < 255 ? (s32)k->register_count : 255;
}

static s32 threads_of(const kernel *k) {
    return k->maximum ? (s32)k->maximum : MAX_THREADS;
}

EXPORT s32 cuFuncGetAttribute(s32 *value, s32 attribute, u64 handle) {
    context *c;
    loaded_function *f;
    s32 code = enter_context(&c);
    code = code ? code : find_function(c, handle, &f);
    if (!code && (!value || attribute < FUNCTION_MAX_THREADS || attribute > FUNCTION_CARVEOUT)) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "the function attribute %d", attribute);
    }
    if (!code) {
        const kernel *k = f->kernel;
        const s32 values[] = {
            threads_of(k),
            (s32)k->shared_bytes,
            0,
            (s32)k->local_bytes,
            registers_of(k),
            (s32)f->module->module.ptx_version,
            (s32)setting(SETTING_CAPABILITY),
            0,
            (s32)f->largest_dynamic_shared,
            -1};
        *value = values[attribute];
    }
    return leave(code);
}

EXPORT s32 cuFuncSetAttribute(u64 handle, s32 attribute, s32 value) {
    context *c;
    loaded_function *f;
    s32 code = enter_context(&c);
    code = code ? code : find_function(c, handle, &f);
    if (!code && attribute == FUNCTION_MAX_DYNAMIC_SHARED && value >= 0 &&
        (u32)value + f->kernel->shared_bytes <= DYNAMIC_SHARED_LIMIT) {
        f->largest_dynamic_shared = (u32)value;
    } else if (!code && attribute != FUNCTION_CARVEOUT) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "the function attribute %d cannot be %d", attribute, value);
    }
    return leave(code);
}

EXPORT s32 cuOccupancyMaxActiveBlocksPerMultiprocessor(s32 *blocks, u64 handle, s32 threads, u64 dynamic_shared) {
    context *c;
    loaded_function *f;
    s32 code = enter_context(&c);
    code = code ? code : find_function(c, handle, &f);
    if (!code && (!blocks || threads < 1 || threads > MAX_THREADS)) {
        code = reject(CUDA_ERROR_INVALID_VALUE, "groups of %d threads", threads);
    }
    if (!code) {
        s32 by_threads = 2 * MAX_THREADS / threads, registers = registers_of(f->kernel) * threads;
        s32 shared = (s32)(f->kernel->shared_bytes + dynamic_shared);
        s32 by_registers = registers ? GRANTED_REGISTERS / registers : by_threads,
            by_shared = shared ? DYNAMIC_SHARED_LIMIT / shared : by_threads;
        s32 least = by_threads < by_registers ? by_threads : by_registers;
        *blocks = least < by_shared ? least : by_shared;
    }
    return leave(code);
}

static s32 read_extra(const kernel *k, void *const *extra, u8 *parameters) {
    const void *buffer = null;
    u64 bytes = 0;
    boolean sized = false;
    for (; (u64)extra[0] != PARAMETERS_END; extra += 2) {
        if ((u64)extra[0] == PARAMETERS_POINTER) {
            buffer = extra[1];
        } else if ((u64)extra[0] == PARAMETERS_BYTES && extra[1]) {
            bytes = *(const u64 *)extra[1];
            sized = true;
        } else {
            return reject(
                CUDA_ERROR_INVALID_VALUE, "an unknown entry %#llx of the extra options of a launch", (u64)extra[0]);
        }
    }
    if (!buffer || !sized || bytes != k->parameter_bytes) {
        return reject(
            CUDA_ERROR_INVALID_VALUE, "%llu bytes of parameters for the kernel %s, which takes %u", bytes, k->name,
            k->parameter_bytes);
    }
    memcpy(parameters, buffer, bytes);
    return CUDA_SUCCESS;
}

static s32 read_parameters(const kernel *k, void *const *parameters, void *const *extra, u8 *to) {
    if (parameters && extra) {
        return reject(CUDA_ERROR_INVALID_VALUE, "parameters both as pointers and as one buffer");
    }
    if (extra) {
        return read_extra(k, extra, to);
    }
    for (u32 i = 0; i < k->parameter_count; i++) {
        if (!parameters || !parameters[i]) {
            return reject(CUDA_ERROR_INVALID_VALUE, "parameter %u of the kernel %s is missing", i, k->name);
        }
        memcpy(to + k->parameters[i].offset, parameters[i], k->parameters[i].bytes);
    }
    return CUDA_SUCCESS;
}

static s32 check_shape(const loaded_function *f, const u32 *groups, const u32 *threads, u32 shared) {
    const kernel *k = f->kernel;
    u64 all = (u64)threads[0] * threads[1] * threads[2];
    if (!groups[0] || !groups[1] || !groups[2] || groups[0] > 0x7fffffff || groups[1] > 65535 || groups[2] > 65535) {
        return reject(CUDA_ERROR_INVALID_VALUE, "%u x %u x %u groups", groups[0], groups[1], groups[2]);
    }
    if (!all || all > MAX_THREADS || threads[0] > 1024 || threads[1] > 1024 || threads[2] > 64) {
        return reject(CUDA_ERROR_INVALID_VALUE, "groups of %u x %u x %u threads", threads[0], threads[1], threads[2]);
    }
    if (k->required[0] && memcmp(k->required, threads, sizeof k->required)) {
        return reject(
            CUDA_ERROR_INVALID_VALUE, "groups of %u x %u x %u threads for the kernel %s, which requires %u x %u x %u",
            threads[0], threads[1], threads[2], k->name, k->required[0], k->required[1], k->required[2]);
    }
    if (k->maximum && all > k->maximum) {
        return reject(
            CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "groups of %llu threads for the kernel %s, which is compiled for %u", all,
            k->name, k->maximum);
    }
    return shared > f->largest_dynamic_shared
               ? reject(
                     CUDA_ERROR_INVALID_VALUE, "%u bytes of dynamic shared memory, at most %u", shared,
                     f->largest_dynamic_shared)
               : CUDA_SUCCESS;
}

EXPORT s32 cuLaunchKernel(
    u64 handle, u32 groups_x, u32 groups_y, u32 groups_z, u32 threads_x, u32 threads_y, u32 threads_z, u32 shared,
    u64 stream_handle, void *const *parameters, void *const *extra) {
    context *c;
    stream *s;
    loaded_function *f;
    u32 groups[] = {groups_x, groups_y, groups_z}, threads[] = {threads_x, threads_y, threads_z};
    s32 code = enter_context(&c);
    code = code ? code : find_function(c, handle, &f);
    code = code ? code : find_stream(c, stream_handle, &s);
    code = code ? code : check_shape(f, groups, threads, shared);
    if (code) {
        return leave(code);
    }
    operation *o = new_operation(OPERATION_LAUNCH);
    o->function = handle;
    o->grid = (grid){.kernel = f->kernel, .memory = &c->memory, .dynamic_shared_bytes = shared};
    memcpy(o->grid.groups, groups, sizeof groups);
    memcpy(o->grid.threads, threads, sizeof threads);
    o->grid.parameters = calloc(1, f->kernel->parameter_bytes + 16);
    code = read_parameters(f->kernel, parameters, extra, o->grid.parameters);
    if (code) {
        free_operation(o);
        return leave(code);
    }
    return leave(submit(c, s, o));
}

boolean launch_is_valid(const operation *o) {
    return o->kind != OPERATION_LAUNCH || find_object(o->function, OBJECT_FUNCTION);
}

s32 run_launch(context *c, const operation *o) {
    u64 limit = setting(SETTING_LOST_AFTER);
    work_counts counts = {0};
    if (limit && c->launches >= limit) {
        return reject(CUDA_ERROR_LAUNCH_FAILED, "the device is lost");
    }
    grid work = o->grid;
    work.instruction_limit = setting(SETTING_INSTRUCTIONS);
    fault failure;
    boolean done = grid_run(&work, &failure, &counts);
    c->launches++;
    count(COUNTED_LAUNCHES, 1);
    count(COUNTED_INSTRUCTIONS, (s64)counts.instructions);
    count(COUNTED_PRODUCTS, (s64)counts.products);
    count(COUNTED_BANK_CONFLICTS, (s64)counts.bank_conflicts);
    return done ? CUDA_SUCCESS : reject(failure.code, "%s", failure.text);
}
