package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.emit.scalar.ScalarBody;
import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/** Prints the loops of a stage over the inner elements: one over packs, and one over single elements where there are none. */
class PackLoops {

    /** How the value of an element is accumulated. */
    interface Accumulation {
        /**
         * A statement without its end.
         *
         * @param accumulator the register of the element
         * @param condition text of whether the element is there; empty for always
         */
        String statement(Node reduction, String accumulator, String condition, String value);
    }

    /**
     * What a loop depends on.
     *
     * @param from the first element
     * @param to behind the last one
     * @param member the thread's number among those that share the loop
     * @param width how many these are
     * @param stored text of the condition under which results are stored; empty for always
     * @param accumulation how values are accumulated
     */
    record Loop(String from, String to, String member, String width, String stored, Accumulation accumulation) {}

    private final Packs packs;
    private final GpuTemplate template;
    private final GpuDialect dialect;
    private final ScalarBody body;
    private final CodeWriter code;

    PackLoops(GpuTemplate template, Packs packs) {
        this.packs = packs;
        this.template = template;
        this.dialect = template.dialect;
        this.body = template.body;
        this.code = template.code;
    }

    /** Accumulates in the registers of the pack. */
    final Accumulation inRegisters() {
        return this::inRegister;
    }

    /** A statement that accumulates in a register if a condition holds. */
    final String inRegister(Node reduction, String accumulator, String condition, String value) {
        String combined = dialect.combined(reduction, accumulator, value);
        return accumulator + " = "
                + (condition.isEmpty() ? combined : condition + " ? " + combined + " : " + accumulator);
    }

    /** The loops of some stages. */
    final void write(List<Stage> stages, Loop loop) {
        for (Stage stage : stages) {
            writeBases(stage);
            if (packs.mayPack()) {
                code.open("if (packed)");
                writePacks(stage, loop);
                code.otherwise();
                writeElements(stage, loop);
                code.close();
            } else {
                writeElements(stage, loop);
            }
        }
    }

    /** Where buffers begin in the row, or in the turn of the middle loops. */
    void writeBases(Stage stage) {
        for (Buffer buffer : packs.moved(stage)) {
            code.line(
                    "%sconst %s = %s;",
                    dialect.pointerType(buffer),
                    base(buffer),
                    GpuDialect.further(dialect.pointer(buffer), first(buffer.access())));
        }
    }

    final String base(Buffer buffer) {
        return dialect.pointer(buffer) + "_row";
    }

    /** The number of the first element of a row: by the row's number if the outer loops are walked as one. */
    private String first(Access access) {
        boolean one = template.space.outer().size() > 1
                && template.space.rowStride(access).isPresent();
        if (!one) {
            return body.element(access, packs.outside());
        }
        List<String> terms = new ArrayList<>();
        if (!access.offset().equals(Dim.ZERO)) {
            terms.add(CNames.dim(access.offset()));
        }
        addTerm("row", template.space.rowStride(access).orElseThrow(), terms);
        for (int run = template.space.outer().size(); run < packs.outside(); run++) {
            addTerm(dialect.index(run), access.strides().get(run), terms);
        }
        return terms.isEmpty() ? CNames.dim(Dim.ZERO) : String.join(" + ", terms);
    }

    private static void addTerm(String index, Dim stride, List<String> terms) {
        if (!stride.equals(Dim.ZERO)) {
            terms.add(index + times(stride));
        }
    }

    private static String times(Dim stride) {
        return stride.equals(Dim.ONE) ? "" : " * " + CNames.dim(stride);
    }

    private static String begin(Loop loop, String start) {
        return loop.from().equals("0") ? start : loop.from() + " + " + start;
    }

    private void writePacks(Stage stage, Loop loop) {
        int size = packs.size();
        String start = begin(loop, size + " * " + loop.member());
        code.open("for (gk_int64 i = %s; i < %s; i += %d * %s)", start, loop.to(), size, loop.width());
        code.line("const int rest = gk_rest(%s - i);", loop.to());
        code.line("const int whole = aligned && rest >= %d;", size);
        for (Buffer input : stage.inputs()) {
            if (!body.isGathered(input)) {
                writeLoad(input);
            }
        }
        for (Buffer output : stage.stores()) {
            code.line("%s %s[%d];", CTypes.vector(output.value().dtype()), stored(output), size);
        }
        packs.openElements();
        code.line("const int present = e < rest;");
        if (packs.hasInner()) {
            code.line("const gk_int64 %s = i + e;", template.column());
        }
        writeStage(stage, new PackElements(loop));
        code.close();
        stage.stores().forEach(output -> writeStore(output, loop));
        code.close();
    }

    private void writeElements(Stage stage, Loop loop) {
        String index = packs.hasInner() ? template.column() : "i";
        template.unrollSome(stage);
        code.open(
                "for (gk_int64 %s = %s; %s < %s; %s += %s)",
                index, begin(loop, loop.member()), index, loop.to(), index, loop.width());
        writeStage(stage, new SingleElements(index, loop));
        code.close();
    }

    private void writeStage(Stage stage, Elements elements) {
        body.load(stage, elements);
        body.compute(stage.computed(), elements);
        body.finish(stage, elements);
    }

    /** Loads a pack, or the one element for all of it. */
    void writeLoad(Buffer input) {
        String type = CTypes.vector(input.value().dtype());
        Dim stride = packs.stride(input);
        if (stride.equals(Dim.ZERO)) {
            code.line("const %s %s = gk_load(%s);", type, loaded(input), base(input));
            return;
        }
        code.line("%s %s[%d];", type, loaded(input), packs.size());
        if (stride.equals(Dim.ONE)) {
            code.line("gk_load_%d(%s, %s + i, rest, whole);", packs.size(), loaded(input), base(input));
        } else {
            String distance = CNames.dim(stride);
            code.line(
                    "gk_load_strided_%d(%s, %s + i * %s, %s, rest);",
                    packs.size(), loaded(input), base(input), distance, distance);
        }
    }

    private void writeStore(Buffer output, Loop loop) {
        Dim stride = packs.stride(output);
        boolean always = loop.stored().isEmpty();
        String rest = always ? "rest" : loop.stored() + " ? rest : 0";
        if (stride.equals(Dim.ONE)) {
            String whole = always ? "whole" : loop.stored() + " && whole";
            code.line("gk_store_%d(%s + i, %s, %s, %s);", packs.size(), base(output), stored(output), rest, whole);
        } else {
            String distance = CNames.dim(stride);
            code.line(
                    "gk_store_strided_%d(%s + i * %s, %s, %s, %s);",
                    packs.size(), base(output), distance, stored(output), distance, rest);
        }
    }

    /** A single element of an input. */
    String element(Buffer input, String index) {
        Dim stride = packs.stride(input);
        return "gk_load(" + base(input) + (stride.equals(Dim.ZERO) ? "" : " + " + index + times(stride)) + ")";
    }

    final String loaded(Buffer input) {
        return "in_" + dialect.pointer(input);
    }

    private String stored(Buffer output) {
        return "out_" + dialect.pointer(output);
    }

    /** Element {@code e} of the packs. */
    private final class PackElements implements Elements {

        private final Loop loop;

        PackElements(Loop loop) {
            this.loop = loop;
        }

        @Override
        public String load(Buffer input) {
            return loaded(input) + (packs.stride(input).equals(Dim.ZERO) ? "" : "[e]");
        }

        @Override
        public String store(Buffer output, String value) {
            return stored(output) + "[e] = " + value;
        }

        @Override
        public String accumulate(Node reduction, String value) {
            return loop.accumulation().statement(reduction, packs.accumulators(reduction) + "[e]", "present", value);
        }

        @Override
        public String place(String place) {
            return "present ? " + place + " : -1";
        }
    }

    /** One element, which is there. */
    private final class SingleElements implements Elements {

        private final String index;
        private final Loop loop;

        SingleElements(String index, Loop loop) {
            this.index = index;
            this.loop = loop;
        }

        @Override
        public String load(Buffer input) {
            return element(input, index);
        }

        @Override
        public String store(Buffer output, String value) {
            Dim stride = packs.stride(output);
            String place = base(output) + (stride.equals(Dim.ZERO) ? "" : " + " + index + times(stride));
            String condition = loop.stored().isEmpty() ? "" : "if (" + loop.stored() + ") ";
            return condition + "gk_store(" + place + ", " + value + ")";
        }

        @Override
        public String accumulate(Node reduction, String value) {
            return loop.accumulation().statement(reduction, packs.accumulators(reduction) + "[0]", "", value);
        }

        @Override
        public String place(String place) {
            return place;
        }
    }
}
