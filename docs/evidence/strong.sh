#!/bin/sh
# strong.sh SHEET FOLDER: the games of strong play behind a page of evidence, kept as arrays in FOLDER/SHEET.
# On a GPU each sheet takes some minutes; the same command goes on where it was. Then, on the machine that has DuckDB:
#   ludejo lab study docs/evidence/studies/SHEET.toml --on played:FOLDER/SHEET --out SHEET
# The sheets `atmalos`, `sides`, `pie` and `boards` play the rest of the games of Atmalof, AlmaTafl and Atoll, into their
# folders; `family` is the race of docs/evidence/atmalof.md. What matters most is played first. SCALE divides all numbers
# of games, to try it out; SEED, THREADS, ATONCE and PYTHON may be given, too. Another seed gives games that are
# independent of those before. A chunk is named after the network: where the package has master copies of the networks
# they play, elsewhere the networks as they are shipped.
set -eu
sheet=$1
folder=$2/$1
: "${SCALE:=1}" "${SEED:=2}" "${PYTHON:=python3}" "${THREADS:=4}" "${ATONCE:=2048}" "${JUDGED:=256}"
some=network:simulations=32,variety=1
weak=network:simulations=4,variety=1
few=network:simulations=4,variety=0.2,network:simulations=32,variety=0.2,network:simulations=128,variety=0.2
most=network:simulations=128,variety=0.2
judge=network:simulations=$JUDGED,variety=0
here=$(dirname "$0")

scaled() { # numbers of games with commas, each divided by SCALE
    echo "$1" | tr , '\n' | awk -v by="$SCALE" '{ n = int($1 / by); print (n < 2 && $1 > 0) ? 2 : n }' | paste -sd ,
}

play() { # GAMES PAIRS STARTS PLAYERS SPEC...
    games=$1 pairs=$2 starts=$3 by=$4
    shift 4
    "$PYTHON" -m ludejo.training.evidence "$@" --by "$by" --games "$(scaled "$games")" --pairs "$(scaled "$pairs")" \
        --arrangements "$(scaled "$starts")" --judge "$judge" --seed "$SEED" --folder "$folder" --threads "$THREADS" --at-once "$ATONCE"
}

case $sheet in
mammalath)
    play 4096 0 128 "$some" mammalath mammalath:plus
    play 256,256,512 256 0 "$few" mammalath mammalath:plus
    play 2048 0 0 "$weak" mammalath mammalath:plus
    ;;
almatafl)
    play 1024 0 0 "$most" almatafl almatafl:advanced
    play 2048 0 0 "$some" almatafl almatafl:advanced
    ;;
sides)
    folder=$2/almatafl
    play 256,256,1024 256 1 "$few" almatafl almatafl:advanced
    play 2048 0 0 "$weak" almatafl almatafl:advanced
    ;;
atmalof)
    play 12288 0 1 "$some" atmalof atmalof:kvinigu
    play 256,256,512 256 0 "$few" atmalof
    ;;
atmalos)
    folder=$2/atmalof
    play 4096 0 1 "$some" atmalof:atmalos atmalof:R=7,C=7,X=0,Y=0
    play 2048 0 1 "$some" atmalof:junior
    play 2048 0 0 "$weak" atmalof atmalof:junior atmalof:atmalos
    ;;
atoll)
    play 4096 0 1 "$some" atoll:hex-11 atoll
    play 2048 0 1 "$some" atoll:hexagon,size=5,islands=4 atoll:hexagon,size=5,islands=8 atoll:hexagon,size=5,islands=12
    play 256,256,512 256 0 "$few" atoll:hex-11 atoll
    ;;
pie)
    folder=$2/atoll
    play 2048 0 1 "$some" atoll:pie=yes atoll:hex-11,pie=yes
    play 512 0 0 "$most" atoll:pie=yes atoll:hex-11,pie=yes
    ;;
boards)
    folder=$2/atoll
    play 2048 0 1 "$some" atoll:hex-9 atoll:classic,size=9 atoll:hexagon-12 atoll:hex-13 atoll:atoll-15 \
        atoll:hex-9,pie=yes atoll:rhombus,islands=8
    play 256,256,512 0 0 "$few" atoll:pie=yes atoll:hex-11,pie=yes
    play 2048 0 0 "$weak" atoll:hex-11 atoll
    ;;
family)
    # shellcheck disable=SC2046  # a line a member
    play 256 256 0 "$weak,$some" $(cat "$here/studies/atmalof-family.txt")
    ;;
*)
    echo "$sheet is no sheet, expected almatafl, sides, atmalof, atmalos, family, atoll, pie, boards or mammalath" >&2
    exit 2
    ;;
esac
