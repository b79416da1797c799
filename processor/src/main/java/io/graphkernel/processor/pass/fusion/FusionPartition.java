package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.LoopAnalysis;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Traffic;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.OpLists;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A partition of a graph's ops into areas, which become kernels, that grows by unions. A union happens only if one loop
 * nest holds its ops, it repeats no expensive work, stays below the limits, and leaves an order in which all kernels can
 * run.
 */
final class FusionPartition {

    /** The most values that an elementwise area may read to join a reduction whose result it reads. */
    private static final int MOST_READ_WITH_REDUCED = 8;

    private final Graph graph;
    private final OpLists lists;
    private final long opLimit;
    private final Storage storage;
    private final Traffic traffic;
    private final Map<Node, List<Node>> users;
    private final Capabilities capabilities;
    private final AreaMaker maker;
    private final Map<Node, Area> areaOf;
    private final Map<Node, Set<Area>> readers = new LinkedHashMap<>();
    private final Set<Node> updated = Collections.newSetFromMap(new IdentityHashMap<>());
    private final AreaOrder order;

    private boolean changed;
    private long visited;

    FusionPartition(Graph graph, PassContext context) {
        this.graph = graph;
        this.areaOf = new IdentityHashMap<>(graph.nodes().size());
        this.capabilities = context.capabilities();
        this.lists = new OpLists(context.flags());
        this.opLimit = context.flags().number(Flag.COMPOSITE_OP_LIMIT_SIZE);
        this.storage = new Storage(graph);
        this.users = graph.users();
        this.traffic = new Traffic(graph, storage, users);
        this.maker = new AreaMaker(graph, traffic, users);
        graph.assigns().forEach(assign -> updated.add(assign.operands().get(0)));
        List<List<Node>> parts = graph.groups().isEmpty()
                ? maker.singles()
                : graph.groups().stream().map(Group::nodes).toList();
        Map<Node, List<Node>> partOf = new IdentityHashMap<>(graph.nodes().size());
        parts.forEach(part -> part.forEach(node -> partOf.put(node, part)));
        List<Area> areas = new ArrayList<>();
        for (List<Node> part : parts) {
            Area area = maker.area(part, node -> partOf.get(node) == part);
            areas.add(area);
            part.forEach(node -> areaOf.put(node, area));
        }
        order = ordered(areas);
        order.inOrder().forEach(this::addReader);
    }

    private AreaOrder ordered(List<Area> areas) {
        AreaOrder all = new AreaOrder(areas);
        for (Node node : graph.operations()) {
            for (Node operand : node.operands()) {
                if (operand.isOperation()) {
                    all.require(areaOf.get(operand), areaOf.get(node));
                }
            }
            if (node.isAssign()) {
                // Who reads the old value runs first.
                users.get(node.operands().get(0)).forEach(reader -> all.require(areaOf.get(reader), areaOf.get(node)));
            }
        }
        all.sort();
        return all;
    }

    private void addReader(Area area) {
        area.reads()
                .keySet()
                .forEach(base -> readers.computeIfAbsent(base, any -> new LinkedHashSet<>())
                        .add(area));
    }

    /** What the kernels are for. */
    Capabilities capabilities() {
        return capabilities;
    }

    boolean isChanged() {
        return changed;
    }

    /** How many ops loops were looked for, each union counted anew: what the time of fusion is proportional to. */
    long visited() {
        return visited;
    }

    AreaOrder order() {
        return order;
    }

    Area areaOf(Node node) {
        return areaOf.get(node);
    }

    /** Whether an op writes a result. */
    boolean isResult(Node node) {
        return maker.isResult(node);
    }

    /** Whether a parameter is updated in place. */
    boolean isUpdated(Node node) {
        return updated.contains(Views.base(node));
    }

    /** The areas that read each memory, in order. */
    Map<Node, Set<Area>> readers() {
        return readers;
    }

    Traffic traffic() {
        return traffic;
    }

    /** The bytes that all areas move. */
    double bytes() {
        return order.inOrder().stream()
                .map(Area::members)
                .mapToDouble(traffic::of)
                .sum();
    }

    /** How one area reads another; empty if it does not. */
    Optional<FusionPattern.Edge> edge(Area producer, Area consumer, long reduceDepth) {
        boolean reads = false;
        boolean injective = false;
        for (Node value : producer.stored()) {
            Area.Read read = consumer.reads().get(value);
            reads |= read != null;
            injective |= read != null && traffic.elements(value) >= iterations(read.reader());
        }
        boolean only = order.next(producer).size() == 1;
        boolean oneOfMany = injective
                && consumer.pattern() == NodePattern.ELEMWISE
                && consumer.reads().size() > MOST_READ_WITH_REDUCED;
        boolean deep = producer.size() > reduceDepth;
        return reads
                ? Optional.of(new FusionPattern.Edge(
                        producer.pattern(), consumer.pattern(), injective, only, oneOfMany, deep))
                : Optional.empty();
    }

    /** How many elements an op walks over. */
    private double iterations(Node op) {
        return traffic.elements(
                OpTable.get().is(op, OpKind.REDUCTION) ? op.operands().get(0) : op);
    }

    /** The bytes that need not move any more if two areas are one. */
    double gain(Area a, Area b) {
        double bytes = kept(a, b) + kept(b, a);
        for (Map.Entry<Node, Area.Read> read : a.reads().entrySet()) {
            Area.Read other = b.reads().get(read.getKey());
            bytes += other == null ? 0 : Math.min(read.getValue().bytes(), other.bytes());
        }
        return bytes;
    }

    private double kept(Area producer, Area consumer) {
        double bytes = 0;
        for (Node value : producer.stored()) {
            Area.Read read = consumer.reads().get(value);
            if (read != null) {
                boolean only = !maker.leaves(value, node -> isIn(node, producer, consumer));
                bytes += read.bytes() + (only ? traffic.bytes(value) : 0);
            }
        }
        return bytes;
    }

    /**
     * Unites two areas, if that is possible and does not repeat expensive work.
     *
     * @return the union
     */
    Optional<Area> unite(Area a, Area b) {
        Optional<Area> united =
                Optional.of(union(a, b)).filter(union -> refusal(a, b, union).isEmpty());
        united.ifPresent(union -> {
            order.unite(a, b, union);
            for (Area gone : List.of(a, b)) {
                gone.reads().keySet().forEach(base -> readers.get(base).remove(gone));
            }
            addReader(union);
            union.members().forEach(node -> areaOf.put(node, union));
            changed = true;
        });
        return united;
    }

    /** Why two areas can't be one; empty if they can. */
    Optional<Refusal> refusal(Area a, Area b) {
        return refusal(a, b, union(a, b));
    }

    private Optional<Refusal> refusal(Area a, Area b, Area union) {
        Optional<Refusal> limit = Refusal.ofSize(union, opLimit, capabilities.arguments());
        if (limit.isPresent()) {
            return limit;
        }
        if (separation(union).isPresent()) {
            return Optional.of(Refusal.LISTS);
        }
        if (order.isSeparated(a, b)) {
            return Optional.of(Refusal.ORDER);
        }
        Optional<IterationSpace> space = loops(union);
        boolean crossed = space.filter(loops -> CrossedReductions.areAvoidable(a.members(), b.members(), loops))
                .isPresent();
        return crossed ? Optional.of(Refusal.CROSSED) : refusal(union, space);
    }

    private Optional<IterationSpace> loops(Area area) {
        visited += area.size();
        return LoopAnalysis.of(area.members(), area.stored()::contains, storage, capabilities.blocks());
    }

    private Optional<Refusal> refusal(Area area, Optional<IterationSpace> space) {
        if (space.isEmpty()) {
            return Optional.of(Refusal.LOOPS);
        }
        return RepeatedWork.expensive(area.members(), space.get(), capabilities.costs())
                .map(op -> Refusal.WORK);
    }

    /** The expensive op that an area would compute again for each row. */
    Optional<Node> repeated(Area area) {
        return loops(area).flatMap(space -> RepeatedWork.expensive(area.members(), space, capabilities.costs()));
    }

    /** Why the op lists of the flags keep the members of an area apart. */
    Optional<String> separation(Area area) {
        return lists.separation(area.members());
    }

    /** Whether the kernels of some ops have their loops and repeat no expensive work. */
    boolean isSound(Collection<Node> ops) {
        return ops.stream()
                .map(areaOf::get)
                .distinct()
                .filter(area -> !Refusal.isNoKernel(area))
                .allMatch(area ->
                        Refusal.ofSize(area, opLimit, capabilities.arguments()).isEmpty()
                                && separation(area).isEmpty()
                                && refusal(area, loops(area)).isEmpty());
    }

    /** The area that two would be as one. */
    Area union(Area a, Area b) {
        return maker.union(a, b, node -> isIn(node, a, b));
    }

    private boolean isIn(Node node, Area a, Area b) {
        Area area = areaOf.get(node);
        return area != null && (area == a || area == b);
    }

    /** The graph with its kernels in an order in which they can run. */
    Graph ordered() {
        return graph.withGroups(groups());
    }

    /** The kernels in an order in which they can run. */
    List<Group> groups() {
        return order.inOrder().stream()
                .map(area -> new Group(nameOf(area.members()), area.members()))
                .toList();
    }

    /** The name of a kernel. */
    static String nameOf(List<Node> members) {
        if (members.size() == 1) {
            return members.get(0).op();
        }
        StringBuilder name = new StringBuilder("Fused");
        members.forEach(node -> name.append('_').append(node.op()));
        return name.append("_fusion").toString();
    }
}
