package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parts of a value that lie one after the other in its memory, those of a Split along the outermost axis above all, are
 * read there by libraries too: they take the flag {@code no_task}, and no kernel copies them. Switched off, libraries read
 * copies. Kernels read through every view anyway; a part that is a result is a copy, because a result is memory of its
 * own. cuBLASLt takes operands at multiples of 16 bytes: the run time computes the product of a part that begins elsewhere
 * by its own kernel, which may be slower than a copy and cuBLASLt.
 */
public final class VirtualOpSet implements GraphPass {

    @Override
    public String name() {
        return "FusionVirtualOpSetSwitch";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public PassDocument document() {
        return new PassDocument(
                "A part of a value that an op of a library reads, by Split, SplitWithSize, Slice or the like: the view keeps"
                        + " its place with the attribute `no_task`, and the library reads the memory of the whole from"
                        + " the part's first element on.",
                "The elements of the part lie one after the other: it is cut along the outermost axis, or along one before"
                        + " which all axes have size 1. On CUDA devices, cuBLASLt takes parts that begin at a multiple of 16"
                        + " bytes; products of others are computed by GraphKernel's own kernel.",
                "");
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, Node> parts = new IdentityHashMap<>();
        Graph marked = GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!OpTable.get().is(node, OpKind.LIBRARY)) {
                return node;
            }
            List<Node> operands = node.operands().stream()
                    .map(operand -> read(operand, parts, builder, context))
                    .toList();
            return operands.equals(node.operands()) ? node : node.withOperands(operands);
        });
        return marked == graph ? graph : DeadCodeElimination.withoutDeadCode(marked);
    }

    /** What a library reads in the place of an operand, which it may have to transpose first. */
    private static Node read(Node operand, Map<Node, Node> parts, GraphBuilder builder, PassContext context) {
        boolean turned = Views.swapsLastAxes(operand) && !Views.isContiguous(operand);
        Node memory = turned ? operand.operands().get(0) : operand;
        Optional<Node> part = part(memory);
        if (part.isEmpty()) {
            return operand;
        }
        Node alias = marked(memory, parts, builder, part.get(), context);
        return turned ? builder.add(operand.withOperands(List.of(alias))) : alias;
    }

    /** The outermost view of a chain for which a copy would run; empty if there is none, or it can't be left out. */
    private static Optional<Node> part(Node value) {
        Node part = Views.sameMemory(value);
        Node base = Views.base(part);
        boolean memory = !base.isNumber() && !OpTable.get().is(base, OpKind.INDEX);
        return Views.isView(part) && memory && Views.isContiguous(value) ? Optional.of(part) : Optional.empty();
    }

    private static Node marked(Node view, Map<Node, Node> parts, GraphBuilder builder, Node part, PassContext context) {
        if (!Views.isView(view)) {
            return view;
        }
        Node known = parts.get(view);
        if (known != null) {
            return known;
        }
        List<Node> operand = List.of(marked(view.operands().get(0), parts, builder, part, context));
        Attributes attributes =
                Views.isReshape(view) ? view.attributes() : view.attributes().with(Attributes.NO_TASK, true);
        Node alias = builder.add(view.withOperands(operand).withAttributes(attributes));
        if (view == part) {
            context.decisions().note("FusionVirtualOpSetSwitch: no task for " + view.op() + " of " + view.type());
        }
        parts.put(view, alias);
        return alias;
    }
}
