package io.graphkernel.processor.launch;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.LibraryStep;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * The text form of a plan: its tensors, its memory, and a line per launch with the contents of its slots.
 *
 * <pre>
 * plan rows: unrolled, 2 launches
 *   parameter x: f32[n, d]
 *   result out: f32[n, d]
 *   arena of aligned(4*d*n) bytes
 *   rows_0(x, arena, n, d): rows_0 over n by 1, 8*d bytes each
 *   rows_1(arena, write out, n, d): rows_1 over n by 1, 8*d bytes each
 * </pre>
 */
public final class PlanText {

    private final Plan plan;
    private final LaunchProgram program;
    private final StringBuilder text = new StringBuilder();

    private PlanText(Plan plan) {
        this.plan = plan;
        this.program = new LaunchProgram(plan);
    }

    /**
     * Prints a plan.
     *
     * @param plan the plan
     * @param isInterpreted true if the runtime interprets it instead of the stub
     * @return the lines
     */
    public static String print(Plan plan, boolean isInterpreted) {
        PlanText printer = new PlanText(plan);
        List<Operation> operations = printer.program.operations(true);
        printer.heading(isInterpreted, operations.size());
        operations.forEach(operation -> printer.operation(operation, "  "));
        return printer.text.toString();
    }

    private void heading(boolean isInterpreted, int launches) {
        Graph graph = plan.graph();
        line("plan " + graph.name() + ": " + (isInterpreted ? "interpreted" : "unrolled") + ", " + launches
                + (launches == 1 ? " launch" : " launches")
                + (plan.phaseCount() == launches ? "" : " of " + plan.phaseCount() + " phases"));
        for (Graph.Parameter parameter : graph.parameters()) {
            Object type = parameter.isTensor() ? parameter.node().type() : parameter.javaType();
            line("  parameter " + parameter.name() + ": " + type);
        }
        graph.assigns()
                .forEach(assign -> line("  writes " + assign.updatedParameter().label()));
        graph.outputs()
                .forEach(output ->
                        line("  result " + output.name() + ": " + output.node().type()));
        for (int i = 0; i < plan.constants().size(); i++) {
            Location.Constant constant = plan.constants().get(i);
            line("  constant" + i + ": " + constant.type() + " of "
                    + constant.data().sha256());
        }
        for (int i = 0; i < plan.temporaries().size(); i++) {
            Plan.Temporary temporary = plan.temporaries().get(i);
            String where = temporary.isInArena()
                    ? "arena" + offset(program.offset(new Location.Temporary(i)))
                    : "a tensor of its own";
            line("  temporary" + i + ": " + temporary.value().type() + " in " + where);
        }
        if (!plan.arena().allocations().isEmpty()) {
            line("  arena of " + size(program.arenaBytes()) + " bytes");
        }
        program.named().forEach(named -> line("  " + name(named) + " = " + size(named.size())));
    }

    private void operation(Operation operation, String indent) {
        String fills = operation.fills().stream().map(this::fill).collect(Collectors.joining(", ", "(", ")"));
        if (operation instanceof Operation.Loop repeated) {
            Loop loop = repeated.loop().loop();
            line(indent + repeated.loop().name() + ": " + iterations(loop, repeated.fills())
                    + (repeated.loop().isInKernel() ? ", in one launch" : ""));
            repeated.body().forEach(inside -> operation(inside, indent + "  "));
        } else if (operation instanceof Operation.Call call) {
            LibraryStep library = call.call();
            line(indent + library.name() + fills + ": " + library.node().op());
        } else if (operation instanceof Operation.UnrankedLaunch unranked) {
            line(indent + unranked.kernel().name() + fills + ": over the broadcast of "
                    + unranked.operands().stream().map(this::operand).collect(Collectors.joining(", ")));
        } else if (operation instanceof Operation.LaunchBatch joint) {
            line(indent + "together" + fills + ": " + sections(joint.sections()));
        } else {
            Operation.Launches launches = (Operation.Launches) operation;
            line(indent + launches.step().name() + fills + ": " + sections(launches.sections()));
        }
    }

    private String iterations(Loop loop, List<SlotInitializer> control) {
        String scalar = control.stream().map(this::fill).collect(Collectors.joining());
        String counted = "for " + loop.index() + " below " + loop.trips();
        return switch (loop.control()) {
            case COUNTED -> counted;
            case CONDITIONAL -> (loop.isUnbounded() ? "" : counted + " ") + "while " + scalar;
            case TAIL -> counted + " from " + scalar;
        };
    }

    private String sections(List<Section> sections) {
        return sections.stream().map(this::section).collect(Collectors.joining("; "));
    }

    private String section(Section section) {
        String function = section.kernel().functions().get(section.function());
        String scratch = section.scratchBytes().equals(Size.ZERO) ? "" : ", scratch of " + size(section.scratchBytes());
        String phase = section.phase() == 0 ? "" : " in phase " + section.phase();
        return function + phase + " over " + size(section.range()) + " by " + section.grainSize() + ", "
                + size(section.bytesPerItem()) + " bytes each" + scratch;
    }

    private String operand(BroadcastOperand operand) {
        return operand instanceof BroadcastOperand.OfTensor tensor
                ? plan.name(tensor.location())
                : ((BroadcastOperand.OfDims) operand).shape().toString();
    }

    private String fill(SlotInitializer fill) {
        if (fill instanceof SlotInitializer.OfTensor tensor) {
            return (tensor.written() ? "write " : "") + plan.name(tensor.location()) + offset(tensor.offset());
        }
        if (fill instanceof SlotInitializer.OfArena arena) {
            return "arena" + offset(arena.offset());
        }
        if (fill instanceof SlotInitializer.OfSize size) {
            return size(size.size());
        }
        if (fill instanceof SlotInitializer.OfScalar scalar) {
            return number(scalar.scalar());
        }
        return fill instanceof SlotInitializer.OfNumber number
                ? number(number.number())
                : "caches of " + size(((SlotInitializer.OfCaches) fill).footprint());
    }

    private static String number(Node number) {
        return switch (number.kind()) {
            case SCALAR -> number.attributes().text(Attributes.EXPRESSION);
            case DIMENSION -> number.attributes().dims().get(0).toString();
            default -> GraphPrinter.constant(number);
        };
    }

    private static String offset(Size offset) {
        return offset.equals(Size.ZERO) ? "" : " + " + size(offset);
    }

    private static String name(Size.Named named) {
        return named.name() + named.index();
    }

    private static String size(Size size) {
        if (size instanceof Size.OfDim of) {
            return of.dim().toString();
        }
        if (size instanceof Size.Named named) {
            return name(named);
        }
        if (size instanceof Size.Sum sum) {
            return list(sum.terms(), " + ", "", "");
        }
        if (size instanceof Size.Product product) {
            StringJoiner factors = new StringJoiner("*");
            product.factors().forEach(factor -> factors.add(isSum(factor) ? "(" + size(factor) + ")" : size(factor)));
            return factors.toString();
        }
        if (size instanceof Size.CeilDiv quotient) {
            return "ceilDiv(" + size(quotient.dividend()) + ", " + size(quotient.divisor()) + ")";
        }
        if (size instanceof Size.Aligned aligned) {
            return "aligned(" + size(aligned.bytes()) + ")";
        }
        if (size instanceof Size.IfAny choice) {
            return "(" + size(choice.size()) + list(choice.counts(), " and ", " if any of ", ")");
        }
        return "planned" + ((Size.Planned) size).index();
    }

    private static boolean isSum(Size size) {
        return size instanceof Size.Sum
                || size instanceof Size.OfDim of && of.dim().toString().contains(" ");
    }

    private static String list(List<Size> sizes, String separator, String before, String after) {
        StringJoiner texts = new StringJoiner(separator, before, after);
        sizes.forEach(size -> texts.add(size(size)));
        return texts.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
