# A short blitz game on a board that senses presence only, with what happens at a real board: a bishop that slides, a
# capture in which the victim is never seen to leave, a rook's pawn that is adjusted, a man that falls over and still
# lies there at the press, and a move that overlooks a check. ./demo shows it.
white "A. White"
black "B. Black"
event "First light"
round 1
board demo
model presence-board
law fide-2023-blitz-B2
control 180+2
period 0.05

!B [2]

# 1. e4 e5
-e2 [+1.1] +e4 [+0.45] !W [+0.35]
-e7 [+1.3] +e5 [+0.4]  !B [+0.3]
# 2. Nf3 Nc6
-g1 [+0.9] +f3 [+0.5]  !W [+0.4]
-b8 [+1.2] +c6 [+0.45] !B [+0.35]
# 3. Bc4 Bc5
-f1 [+1.4] +c4 [+0.6]  !W [+0.4]
-f8 [+1.0] +c5 [+0.5]  !B [+0.3]
# 4. O-O Nf6
-e1 [+1.8] +g1 [+0.4] -h1 [+0.5] +f1 [+0.45] !W [+0.4]
-g8 [+1.6] +f6 [+0.5]  !B [+0.35]
# 5. d3 d6
-d2 [+2.2] +d3 [+0.4]  !W [+0.3]
-d7 [+1.5] +d6 [+0.35] !B [+0.4]
# 6. Bg5: the bishop is pushed along its diagonal
-c1 [+2.6] +d2 [+0.05] -d2 [+0.1] +e3 [+0.05] -e3 [+0.1] +f4 [+0.05] -f4 [+0.1] +g5 [+0.1] !W [+0.5]
# 6... h6
-h7 [+2.1] +h6 [+0.5]  !B [+0.3]
# 7. Bxf6: the bishop is put down while the knight is taken away, so that f6 is never empty
-g5 [+1.7] xf6 [+0.6]  !W [+0.5]
# 7... Qxf6: the victim is lifted first
-f6 [+1.2] -d8 [+0.3] +f6=q [+0.5] !B [+0.4]
# 8. Nc3, after White has adjusted his a-pawn
-a2 [+1.9] +a2 [+0.7] -b1 [+1.4] +c3 [+0.5] !W [+0.35]
# 8... Nd4: the sleeve sweeps the pawn on c7 to the floor, and Black presses before he puts it back
-c6 [+2.3] +d4 [+0.5] -c7 [+0.15] !B [+0.5] +c7 [+6]
# 9. Nd5 Qd8
-c3 [+1.5] +d5 [+0.5]  !W [+0.4]
-f6 [+2.0] +d8 [+0.6]  !B [+0.3]
# 10. Bb5+: a check that Black does not see
-c4 [+1.2] +b5 [+0.5]  !W [+0.4]
# 10... Bg4
-c8 [+0.9] +g4 [+0.5]  !B [+0.4]
# The arbiter stops the clock, has the position put back and gives White a minute.
|| [+2.5]
ARB pause [+0.1]
-g4 [+3] +c8 [+0.8]
clock W 3:50 B 2:56 [+3]
ARB set_position r1bqk2r/ppp2pp1/3p3p/1BbNp3/3nP3/3P1N2/PPP2PPP/R2Q1RK1 b kq - 5 10 [+1]
ARB confirm 3 [+0.5]
ARB resume [+0.5]
>B [+0.5]
# 10... Bd7, for the bishop was touched and can help, 11. Bxd7+ Qxd7
-c8 [+1.5] +d7 [+0.5]  !B [+0.4]
-d7 [+1.6] -b5 [+0.3] +d7=B [+0.5] !W [+0.4]
-d7 [+1.3] -d8 [+0.3] +d7=q [+0.5] !B [+0.3]
# They agree to a draw.
|| [+3]
ARB result 1/2-1/2 [+4]
