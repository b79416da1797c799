package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Scans along the last axis: a team of threads takes neighbouring elements of a row, and carries on to the next ones. */
final class GpuScanTemplate extends GpuTemplate {

    GpuScanTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        Stage stage = kernel.unbufferedStages().get(0);
        Node scan = kernel.scan();
        boolean reverse = scan.attributes().flag(Attributes.REVERSE);
        openKernel(kernel.name(), JOINED);
        integer("rows", CNames.dim(space.rows()));
        integer("turns", middle());
        count("team", "gk_threads(turns, GK_GROUP_THREADS)");
        count("teams", "GK_GROUP_THREADS / team");
        count("member", "GK_THREAD & (team - 1)");
        code.open("for (gk_int64 first = GK_GROUP * teams; first < rows; first += GK_GROUPS * teams)");
        integer("mine", "first + GK_THREAD / team");
        count("active", "mine < rows");
        integer("row", "active ? mine : rows - 1");
        writeRow();
        body.declareAccumulator(scan);
        code.open("for (gk_int64 begin = 0; begin < turns; begin += team)");
        integer("own", reverse ? "turns - begin - team + member" : "begin + member");
        count("present", "active && own >= 0 && own < turns");
        integer(dialect.index(space.outer().size()), "own < 0 ? 0 : own < turns ? own : turns - 1");
        Elements elements = new TeamElements();
        body.load(stage, elements);
        for (Node node : stage.computed()) {
            if (node == scan) {
                body.declare(scan, dialect.result(scan, scanned(scan, reverse)));
            } else {
                body.compute(List.of(node), elements);
            }
        }
        body.finish(stage, elements);
        code.close();
        code.close();
        closeKernel();
    }

    /** What is not there changes nothing. */
    private String scanned(Node scan, boolean reverse) {
        String value = CTypes.widened(scan, dialect.operand(scan.operands().get(0)));
        return "gk_scan_" + CTypes.function(scan) + "(present ? " + value + " : " + dialect.identity(scan) + ", &"
                + dialect.accumulator(scan) + ", team, " + (reverse ? -1 : 1) + ", "
                + (scan.attributes().flag(Attributes.EXCLUSIVE) ? 1 : 0) + ", exchange)";
    }

    private final class TeamElements implements Elements {

        @Override
        public String load(Buffer input) {
            return body.indexed().load(input);
        }

        @Override
        public String store(Buffer output, String value) {
            return "if (present) " + body.indexed().store(output, value);
        }

        @Override
        public String accumulate(Node reduction, String value) {
            return body.indexed().accumulate(reduction, value);
        }

        @Override
        public String place(String place) {
            return place;
        }
    }
}
