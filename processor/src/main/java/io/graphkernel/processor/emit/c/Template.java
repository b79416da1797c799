package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the templates of all forms share: functions, accumulators, middle loops and streaming. */
abstract class Template {

    final Kernel kernel;
    final IterationSpace space;
    final CNames names;
    final Bases bases;
    final KernelPrologue prologue;
    final List<StageFunction> stages = new ArrayList<>();
    final CodeWriter code;

    Template(Kernel kernel, CNames names, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.bases = new Bases(kernel, names);
        this.prologue = new KernelPrologue(kernel, names, bases);
        this.code = code;
        for (int i = 0; i < kernel.stages().size(); i++) {
            stages.add(new StageFunction(kernel, i, names, bases));
        }
    }

    /** Prints the kernel's functions after those of its stages. */
    abstract void print();

    /** Prints the kernel. */
    final void printAll() {
        stages.forEach(stage -> stage.define(code));
        print();
    }

    final void openFunction(String name) {
        openFunction("static", name);
    }

    final void openFunction(String storage, String name) {
        code.open("%s void %s(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch)", storage, name);
        prologue.writeUniform(code);
        int slot = kernel.layout().streamingSlot();
        if (stages.stream().anyMatch(StageFunction::requestsAhead)) {
            code.line("const int ahead = arguments[%d].integer > 0;", slot);
        }
        if (mayStream()) {
            code.line("const int streaming = arguments[%d].integer > 1;", slot);
        }
        if (kernel.saved().isEmpty() && kernel.tileBytes() == 0) {
            code.line("(void) scratch;");
        }
    }

    final void writeInner() {
        code.line("const gk_int64 inner = %s;", CNames.dim(space.inner()));
    }

    /** A column reduction never streams, unless it walks row by row: else its results pass through the cache with the partial ones. */
    private boolean mayStream() {
        boolean rows = space.form() != Form.COLUMN_REDUCTION || kernel.reducesRows();
        return rows && stages.stream().anyMatch(StageFunction::hasStores);
    }

    final void closeFunction() {
        if (mayStream()) {
            code.open("if (streaming)");
            code.line("gk_stream_fence();");
            code.close();
        }
        code.close().blank();
    }

    /** The row buffers, each of which begins at a cache line. */
    final void writeRowBuffers() {
        String previous = "";
        for (Node saved : kernel.saved()) {
            String type = CTypes.kept(saved.dtype());
            String begin = previous.isEmpty() ? "scratch" : "gk_behind(" + previous + ")";
            code.line("%s *const %s = %s;", type, names.saved(saved), begin);
            previous = names.saved(saved) + ", " + bases.product("sizeof(" + type + ")", kernel.rowBufferElements());
        }
    }

    /** Whether the kernel's scan begins at the end. */
    final boolean isReverse() {
        return stages.stream()
                .flatMap(stage -> stage.accumulated().stream())
                .anyMatch(node ->
                        OpTable.get().is(node, OpKind.SCAN) && node.attributes().flag(Attributes.REVERSE));
    }

    /**
     * Declares how many elements come before the first whole vector: vectors begin where results can be stored whole, by
     * their place in the result or else in an operand, and so they depend on the shape alone.
     *
     * @param place where a loop is
     * @param from text of the loop's first element, which is where a part of the parallel range begins: at a multiple of
     *     a vector; empty for 0
     * @param count text of how many elements it has
     * @return where the loop is then
     */
    final Place withHead(Place place, String from, String count) {
        Optional<Buffer> first = Stream.concat(
                        stages.stream().flatMap(stage -> stage.stage().stores().stream()),
                        kernel.inputs().stream().filter(bases::isStreamed))
                .filter(buffer -> bases.innerStride(buffer).equals(Dim.ONE))
                .findFirst();
        if (first.isEmpty() || place.middle() && !kernel.saved().isEmpty()) {
            return place;
        }
        Buffer buffer = first.get();
        if (!from.isEmpty() && buffer.access().offset().equals(Dim.ZERO)) {
            return place;
        }
        List<String> terms = new ArrayList<>();
        if (!place.base(buffer).equals(bases.name(buffer))) {
            terms.add("(" + place.base(buffer) + " - " + bases.name(buffer) + ")");
        }
        if (!buffer.access().offset().equals(Dim.ZERO)) {
            terms.add(CNames.dim(buffer.access().offset()));
        }
        if (!from.isEmpty()) {
            terms.add(from);
        }
        code.line("const gk_int64 head = gk_head(%s, %s);", terms.isEmpty() ? "0" : String.join(" + ", terms), count);
        for (Node saved : kernel.saved()) {
            code.line(
                    "%s *const %s%s = %s + (GK_LANES - head);",
                    CTypes.kept(saved.dtype()), names.saved(saved), place.row(), place.saved(saved));
        }
        return place.withHead();
    }

    final void declareAccumulators(StageFunction stage, int count) {
        for (Node reduction : stage.accumulated()) {
            for (int i = 0; i < count; i++) {
                declareAccumulator(reduction, names.accumulator(reduction) + "_" + i);
            }
        }
    }

    final void declareAccumulator(Node reduction, String name) {
        String type = CTypes.vector(CTypes.accumulated(reduction.dtype()));
        code.line("%s %s = %s;", type, name, CTypes.identity(reduction));
    }

    /** Joins the accumulators pairwise, then the lanes. */
    final String combined(StageFunction stage, Node reduction) {
        return "gk_reduce_" + CTypes.function(reduction) + "(" + joined(reduction, stage.unroll()) + ")";
    }

    /** Joins accumulators pairwise. */
    final String joined(Node reduction, int count) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(names.accumulator(reduction) + "_" + i);
        }
        while (parts.size() > 1) {
            List<String> halves = new ArrayList<>();
            for (int i = 0; i + 1 < parts.size(); i += 2) {
                halves.add("gk_accumulate_" + CTypes.function(reduction) + "(" + parts.get(i) + ", " + parts.get(i + 1)
                        + ", GK_LANES)");
            }
            parts = halves;
        }
        return parts.get(0);
    }

    /** Opens the loops over the middle runs and declares where buffers begin in them. */
    final void openMiddle(Place place) {
        int first = space.outer().size();
        List<Run> middle = space.middle();
        for (int i = 0; i < middle.size(); i++) {
            openMiddle(first + i);
        }
        writeMiddleBases(place);
    }

    /** Opens a loop; one that has nothing in it, however often it would turn, does not run. */
    final void openMiddle(int run) {
        String index = Bases.index(run, "");
        String extent = CNames.dim(space.runs().get(run).extent());
        String within = space.runsWithin(run).stream().map(CNames::dim).collect(Collectors.joining(" && "));
        String turns = within.isEmpty() ? extent : "(" + within + " ? " + extent + " : 0)";
        code.open("for (gk_int64 %s = 0; %s < %s; ++%s)", index, index, turns, index);
    }

    /** Declares where buffers begin in one turn of the middle loops. */
    final void writeMiddleBases(Place place) {
        for (Buffer buffer : bases.all()) {
            if (bases.movesWithMiddle(buffer)) {
                prologue.writeBase(code, buffer, Bases.MIDDLE, place.base(buffer), bases.middleOffset(buffer));
            }
        }
        if (space.middle().isEmpty()) {
            return;
        }
        for (Node saved : kernel.saved()) {
            String name = names.saved(saved);
            code.line(
                    "%s *const %s%s = %s + %s * inner;",
                    CTypes.kept(saved.dtype()), name, Bases.MIDDLE, name, middleNumber());
        }
    }

    private String middleNumber() {
        int first = space.outer().size();
        String number = Bases.index(first, "");
        for (int i = 1; i < space.middle().size(); i++) {
            String extent = CNames.dim(space.middle().get(i).extent());
            number = "(" + number + " * " + extent + " + " + Bases.index(first + i, "") + ")";
        }
        return number;
    }

    final void closeMiddle() {
        space.middle().forEach(run -> code.close());
    }

    final Place inMiddle(Place place) {
        return space.middle().isEmpty() ? place : place.inMiddle();
    }
}
