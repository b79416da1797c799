package io.graphkernel.processor.prelude;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** C functions that the tests of the prelude call, by name. */
final class PreludeFunctions {

    static final List<DataType> INTEGERS =
            List.of(DataType.I8, DataType.U8, DataType.I16, DataType.U16, DataType.I32, DataType.U32, DataType.I64);
    static final List<DataType> NUMBERS = List.of(
            DataType.F32,
            DataType.F64,
            DataType.I8,
            DataType.U8,
            DataType.I16,
            DataType.U16,
            DataType.I32,
            DataType.U32,
            DataType.I64);
    static final List<DataType> ACCUMULATORS = List.of(DataType.F32, DataType.F64, DataType.I32, DataType.I64);
    static final List<String> BINARY =
            List.of("add", "sub", "mul", "div", "mod", "floorDiv", "floorMod", "pow", "maximum", "minimum");
    static final List<String> UNARY = List.of("abs", "neg", "sign", "square", "cube");
    static final List<String> COMPARISONS =
            List.of("equal", "notEqual", "less", "lessEqual", "greater", "greaterEqual");

    private static final PreludeLibrary LIBRARY = PreludeLibrary.vectors();
    private static final PreludeLibrary SINGLE_VALUES = PreludeLibrary.singleValues();
    private static final Map<String, Integer> NUMBERS_BY_NAME = new LinkedHashMap<>();

    static {
        for (DataType to : DataType.values()) {
            for (DataType from : DataType.values()) {
                String cast = from == DataType.BOOL
                        ? to == DataType.BOOL ? "gk_logicalNot(gk_logicalNot(a))" : "gk_mask_to_" + to + "(a)"
                        : "gk_cast_" + to + "(a)";
                elementwise("cast " + from + " " + to, from, to, cast);
            }
        }
        for (DataType dtype : INTEGERS) {
            BINARY.forEach(op -> elementwise(op + " " + dtype, dtype, dtype, "gk_" + op + "(a, b)"));
            UNARY.forEach(op -> elementwise(op + " " + dtype, dtype, dtype, "gk_" + op + "(a)"));
        }
        for (DataType dtype : NUMBERS) {
            COMPARISONS.forEach(op -> elementwise(op + " " + dtype, dtype, DataType.BOOL, "gk_" + op + "(a, b)"));
            elementwise("select " + dtype, dtype, dtype, "gk_select(gk_less(a, b), b, a)");
        }
        for (DataType dtype : List.of(DataType.F32, DataType.F64)) {
            elementwise("maximum " + dtype, dtype, dtype, "gk_maximum(a, b)");
            elementwise("minimum " + dtype, dtype, dtype, "gk_minimum(a, b)");
            for (String op : List.of("isNan", "isInf", "isFinite")) {
                elementwise(op + " " + dtype, dtype, DataType.BOOL, "gk_" + op + "(a)");
            }
        }
        for (DataType dtype : DataType.values()) {
            accesses(dtype);
        }
        for (DataType dtype : ACCUMULATORS) {
            for (String op : List.of("sum", "prod", "max", "min")) {
                reduction(op, dtype, "gk_splat_" + dtype);
            }
        }
        reduction("all", DataType.BOOL, "gk_splat_bool");
        reduction("any", DataType.BOOL, "gk_splat_bool");
        function("index", "gk_store((gk_int64 *) p[0].pointer, gk_index(p[1].integer, p[2].integer), GK_LANES);\n");
        try {
            LIBRARY.load();
            SINGLE_VALUES.load();
        } catch (ToolchainException e) {
            throw new IllegalStateException(String.join("\n", e.details()), e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private PreludeFunctions() {}

    /** Returns the address of a direct buffer. */
    static long address(ByteBuffer buffer) {
        return PreludeLibrary.address(buffer);
    }

    /** Calls a function with the addresses of buffers. */
    static void run(int variant, String name, long end, ByteBuffer... buffers) {
        long[] slots = new long[buffers.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = address(buffers[i]);
        }
        call(variant, name, end, slots);
    }

    /** Calls a function with addresses. */
    static void call(int variant, String name, long end, long... slots) {
        PreludeLibrary.run(variant, NUMBERS_BY_NAME.get(name), end, slots);
    }

    private static void function(String name, String body) {
        NUMBERS_BY_NAME.put(name, LIBRARY.add(body));
    }

    /** Slots: operands a and b, result; the last vector is partial. They come first, with the same indices in both. */
    private static void elementwise(String name, DataType from, DataType to, String expression) {
        String source = "((const " + Elements.element(from) + " *) p[%d].pointer) + i, lanes)";
        String body = """
                for (gk_int64 i = begin; i < end; i += GK_LANES) {
                    const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
                    __auto_type a = gk_load(%s;
                    __auto_type b = gk_load(%s;
                    gk_store(((%s *) p[2].pointer) + i, %s, lanes);
                }
                """.formatted(source.formatted(0), source.formatted(1), Elements.element(to), expression);
        function(name, body);
        SINGLE_VALUES.add(body);
    }

    /** Slots: memory, result, lanes, then the arguments of the access. */
    private static void accesses(DataType dtype) {
        String element = Elements.element(dtype);
        String access = """
                const %1$s *source = p[0].pointer;
                %1$s *target = p[1].pointer;
                int lanes = (int) p[2].integer;
                gk_int64 extra = p[3].integer;
                %2$s
                """;
        Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("load", "gk_store(target, gk_load(source, lanes), GK_LANES);");
        bodies.put("store", "gk_store(target, gk_load(source, GK_LANES), lanes);");
        bodies.put("put", "gk_put(target, gk_load(source, lanes), lanes, gk_is_aligned(target));");
        bodies.put("one", "gk_store(target, gk_load_one(source), GK_LANES);");
        bodies.put("storeOne", "gk_store_one(target, gk_load(source, GK_LANES));");
        bodies.put("step", "gk_store(target, gk_load_step(source, 1, extra, lanes), lanes);");
        bodies.put("strided", "gk_store(target, gk_load_strided(source, extra, lanes), lanes);");
        bodies.put("fill", "gk_fill(target, gk_load_one(source), lanes);");
        String index = "gk_load((const gk_int64 *) p[4].pointer, lanes)";
        String gather = "gk_store(target, %s(source, %s, 2, extra, p[5].integer, lanes), lanes);";
        bodies.put("gather", gather.formatted("gk_gather", index));
        bodies.put("gatherOne", gather.formatted("gk_gather_one", index));
        String transpose = "%s(source, extra, target, p[4].integer, p[2].integer, p[5].integer%s);";
        bodies.put("transpose", transpose.formatted("gk_transpose", ""));
        bodies.put("transposeEdge", transpose.formatted("gk_transpose_edge", ""));
        bodies.put("putTransposed", transpose.formatted("gk_put_transposed", ", 1"));
        bodies.forEach((name, body) -> function(name + " " + dtype, access.formatted(element, body)));
    }

    private static void reduction(String op, DataType dtype, String splat) {
        String element = Elements.element(dtype);
        function(op + " " + dtype, """
                __auto_type sum = %3$s(GK_IDENTITY_%1$s_%4$s);
                for (gk_int64 i = begin; i < end; i += GK_LANES) {
                    const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;
                    __auto_type value = gk_load((const %2$s *) p[0].pointer + i, GK_LANES);
                    sum = gk_accumulate_%1$s(sum, value, lanes);
                }
                gk_store((%2$s *) p[1].pointer, gk_reduce_%1$s(sum), GK_LANES);
                """.formatted(op, element, splat, dtype));
    }
}
