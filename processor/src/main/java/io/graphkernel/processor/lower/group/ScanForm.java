package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Elements;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Narrowed;
import io.graphkernel.processor.lower.code.Expression.Reference;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Scans along the last axis: a team of threads takes neighbouring elements of a row, and carries on to the next ones. */
final class ScanForm extends GroupLowering {

    private final Node scan;
    private final boolean reverse;
    private final Variable iterations = Code.integer("iterations");

    ScanForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.scan = kernel.scan();
        this.reverse = scan.attributes().flag(Attributes.REVERSE);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), JOINED, () -> {
            declareRows();
            code.integer(iterations.name(), middle());
            code.count(RowTeams.TEAM.name(), Code.call("threads", iterations, Builtin.GROUP_THREADS));
            RowTeams.declareMembers(code);
            Expression begin = Code.times(Builtin.GROUP, RowTeams.TEAMS);
            Expression step = Code.times(Builtin.GROUPS, RowTeams.TEAMS);
            RowTeams.together(this, Code.integer("first"), begin, rows, step, this::lowerRow);
        }));
    }

    private void lowerRow() {
        body.declareAccumulator(scan);
        Variable begin = Code.integer("begin");
        code.loop(begin, Code.number(0), iterations, RowTeams.TEAM, Unroll.FREE, () -> {
            Expression number = reverse
                    ? Code.plus(Code.minus(Code.minus(iterations, begin), RowTeams.TEAM), RowTeams.MEMBER)
                    : Code.plus(begin, RowTeams.MEMBER);
            Variable own = code.integer("own", number);
            Expression isFromFirst = Code.and(active, new Binary(Operator.GREATER_EQUAL, own, Code.number(0)));
            code.count(present.name(), Code.and(isFromFirst, Code.less(own, iterations)));
            Expression end = Code.minus(iterations, Code.number(1));
            Expression atMostLast = new Conditional(Code.less(own, iterations), own, end);
            Expression near = new Conditional(Code.less(own, Code.number(0)), Code.number(0), atMostLast);
            code.integer(Indices.of(space.outer().size()).name(), near);
            lowerElement();
        });
    }

    private void lowerElement() {
        Stage stage = kernel.unbufferedStages().get(0);
        Elements elements = storedIf(present);
        body.load(stage, elements);
        for (Node node : stage.computed()) {
            if (node == scan) {
                body.declare(scan, new Narrowed(scan, scanned()));
            } else {
                body.compute(List.of(node), elements);
            }
        }
        body.finish(stage, elements);
    }

    /** What is not there changes nothing. */
    private Expression scanned() {
        Expression value = new Conditional(present, body.widened(scan), new Identity(scan));
        boolean exclusive = scan.attributes().flag(Attributes.EXCLUSIVE);
        return Code.call(
                "scan_" + Scalars.combiner(scan),
                value,
                new Reference(body.accumulator(scan)),
                RowTeams.TEAM,
                Code.number(reverse ? -1 : 1),
                Code.number(exclusive ? 1 : 0),
                exchange());
    }
}
